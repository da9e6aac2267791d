// SPDX-License-Identifier: Apache-2.0
// dax: workflows of Pegasus (XML): jobs, the files that they use, then the parents of each child.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/wfcommons_graph.h"
#include "workload/xml_file.h"

namespace gantry {
namespace {

class DaxReader {
 public:
  DaxReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
            Diagnostics& diagnostics)
      : xml_(text, file, diagnostics),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()),
        graph_(workload, diagnostics) {}

  void read() {
    workload_.unit = "s";
    if (!xml_.load("adag", "a DAX")) return;
    const pugi::xml_node root = xml_.root();
    const std::string name = root.attribute("name").value();
    if (is_one_line(name)) workload_.name = name;
    for (const pugi::xml_node& node : root.children()) {
      if (!hopeless()) element(node);
    }
    for (const pugi::xml_node& node : root.children("child")) {
      if (!hopeless()) child(node);
    }
    if (!hopeless()) graph_.finish(mapping_.edges_are_data);
  }

 private:
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  /// `dax` and `dag` are workflows of their own, which stand in other files.
  void element(const pugi::xml_node& node) {
    const auto is = [&](const char* name) { return std::strcmp(node.name(), name) == 0; };
    if (is("file")) {
      catalogued(node);
    } else if (is("job")) {
      job(node);
    } else if (is("dax") || is("dag")) {
      if (!std::exchange(nested_noted_, true))
        diagnostics_.note(xml_.where(node), "a workflow inside of this one is one task: its file is not read");
      job(node);
    }
  }

  /// A number in an attribute; nothing if it is missing or empty.
  std::optional<Decimal> number(const pugi::xml_node& node, const char* key) {
    const std::string value = node.attribute(key).value();
    return value.empty() ? std::nullopt : parsed(node, key, value);
  }
  /// A number in the text of a child `<ELEMENT key="KEY">`, with a namespace unless it is empty.
  std::optional<Decimal> inner(const pugi::xml_node& node, const char* element, const std::string& space,
                               const std::string& key) {
    for (const pugi::xml_node& found : node.children(element)) {
      if (found.attribute("key").value() != key || found.attribute("namespace").value() != space) continue;
      std::string value = found.child_value();
      value.erase(0, std::min(value.find_first_not_of(" \t\r\n"), value.size()));
      value.erase(value.find_last_not_of(" \t\r\n") + 1);
      if (!value.empty()) return parsed(found, key, value);
    }
    return std::nullopt;
  }
  std::optional<Decimal> parsed(const pugi::xml_node& node, const std::string& key, const std::string& value) {
    const auto number = parse_decimal(value);
    if (!number) xml_.error(node, key + " must be a number that is not negative, not " + in_quotes(value));
    return number;
  }
  /// Bytes of a file, here or in its metadata; 0: unknown. Generators have written negative sizes.
  std::uint64_t bytes(const pugi::xml_node& node) {
    const std::string written = node.attribute("size").value();
    if (written[0] == '-' && parse_decimal(written.substr(1))) {
      if (!std::exchange(negative_noted_, true)) diagnostics_.note(xml_.where(node), "a negative size counts as 0");
      return 0;
    }
    const auto size = written.empty() ? inner(node, "metadata", "", "size") : number(node, "size");
    return ceil_product(size.value_or(Decimal{}), {1, 0});
  }

  void catalogued(const pugi::xml_node& node) {
    const std::string name = node.attribute("name").value();
    if (!name.empty()) graph_.size(name, bytes(node));
  }

  void job(const pugi::xml_node& node) {
    const auto id = xml_.text(node, "id");
    if (!id) return;
    WorkloadTask task;
    task.id = *id;
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
    task.where = xml_.where(node);
    const bool timed = !std::string(node.attribute("runtime").value()).empty();
    const auto seconds = timed ? number(node, "runtime") : inner(node, "profile", "pegasus", "runtime");
    task.work = seconds;  // a workflow that is planned and has not run has none
    const auto cores = inner(node, "profile", "pegasus", "cores");
    const std::uint64_t count = cores ? ceil_product(*cores, {1, 0}) : 1;
    if (count == 0 || count > kMaxTaskJobs) {
      xml_.error(node, "the cores of a job must be a number from 1 to " + std::to_string(kMaxTaskJobs));
    } else {
      task.jobs = static_cast<std::uint32_t>(count);
    }
    const std::uint32_t index = graph_.task(std::move(task));
    for (const pugi::xml_node& used : node.children("uses")) {
      if (!hopeless()) uses(used, index);
    }
  }

  /// `file` of the older schemas, `name` of the newer ones; a file without a link is none of the data.
  void uses(const pugi::xml_node& node, std::uint32_t task) {
    const auto name = xml_.text(node, node.attribute("file") ? "file" : "name");
    if (!name || !node.attribute("link")) return;
    const auto link = xml_.text(node, "link");
    if (!link || *link == "none" || *link == "checkpoint") return;
    if (*link != "input" && *link != "output" && *link != "inout") {
      xml_.error(node, "link must be input, output, inout, checkpoint or none, not " + in_quotes(*link));
      return;
    }
    const std::uint64_t size = bytes(node);
    if (*link != "output") graph_.uses(task, true, *name, size);
    if (*link != "input") graph_.uses(task, false, *name, size);
  }

  void child(const pugi::xml_node& node) {
    const auto ref = xml_.text(node, "ref");
    if (!ref) return;
    const auto task = graph_.find(*ref);
    if (!task) {
      xml_.error(node, "there is no job " + in_quotes(*ref) + " to be a child");
      return;
    }
    for (const pugi::xml_node& parent : node.children("parent")) {
      const auto named = xml_.text(parent, "ref");
      if (named) graph_.relative(*task, true, *named, xml_.where(parent));
    }
  }

  XmlFile xml_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  WfGraph graph_;
  bool nested_noted_ = false;
  bool negative_noted_ = false;
};

bool read_dax(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
              Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  DaxReader(text, file, mapping, workload, diagnostics).read();
  return diagnostics.size() == before;
}

bool recognises_dax(std::string_view head) { return begins_with_element(head, "adag"); }

Mapping dax_mapping() {
  Mapping mapping;
  mapping.cycles_per_unit = {1, 9};
  mapping.timed = true;
  return mapping;
}

}  // namespace

void add_dax(WorkloadFormats& formats) {
  formats.add({"dax", "workflows of Pegasus (XML)", recognises_dax, read_dax, dax_mapping()});
}

}  // namespace gantry
