// SPDX-License-Identifier: Apache-2.0
// dax: workflows of Pegasus (XML): jobs with a runtime and the files that they use, then the parents of each child.
#include <pugixml.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/wfcommons_graph.h"

namespace gantry {
namespace {

class DaxReader {
 public:
  DaxReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
            Diagnostics& diagnostics)
      : text_(text),
        file_(file),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()),
        graph_(workload, diagnostics) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) ends_.push_back(at);
  }

  void read() {
    workload_.unit = "s";
    pugi::xml_document document;
    // Neither document types nor entities of their own: an `&x;` stays those three characters.
    const pugi::xml_parse_result result =
        document.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!result) {
      diagnostics_.error(at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0))),
                         std::string("this is no XML: ") + problem(result));
      return;
    }
    const pugi::xml_node root = document.document_element();
    if (std::strcmp(root.name(), "adag") != 0) {
      diagnostics_.error(where(root), "a DAX is an element `adag`, not " + in_quotes(root.name()));
      return;
    }
    if (!name_of(root).empty()) workload_.name = name_of(root);
    for (const pugi::xml_node& node : root.children("job")) {
      if (!hopeless()) job(node);
    }
    for (const pugi::xml_node& node : root.children("child")) {
      if (!hopeless()) child(node);
    }
    if (!hopeless()) graph_.finish();
  }

 private:
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  [[nodiscard]] SourcePosition at(std::size_t offset) const {
    const auto line = std::lower_bound(ends_.begin(), ends_.end(), offset) - ends_.begin();
    const std::size_t start = line == 0 ? 0 : ends_[static_cast<std::size_t>(line) - 1] + 1;
    return {file_, static_cast<int>(line) + 1, static_cast<int>(offset - start) + 1};
  }
  /// Position of the `<` of an element, directly before its name.
  [[nodiscard]] SourcePosition where(const pugi::xml_node& node) const {
    return at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug() - 1, 0)));
  }

  static std::string problem(const pugi::xml_parse_result& result) {
    std::string text = result.description();
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] | 0x20);
    return text;
  }
  static std::string name_of(const pugi::xml_node& root) {
    const std::string name = root.attribute("name").value();
    return is_one_line(name) ? name : "";
  }

  /// A name that cannot be used is reported.
  std::optional<std::string> text(const pugi::xml_node& node, const char* key) {
    const pugi::xml_attribute found = node.attribute(key);
    const std::string value = found.value();
    if (found && !value.empty() && is_one_line(value)) return value;
    diagnostics_.error(where(node),
                       in_quotes(node.name()) + (found ? ": " : " has no attribute ") + key +
                           (found ? " must be one line of text without control characters, and not empty" : ""));
    return std::nullopt;
  }

  std::optional<Decimal> number(const pugi::xml_node& node, const char* key) {
    const auto value = text(node, key);
    const auto number = value ? parse_decimal(*value) : std::nullopt;
    if (value && !number) {
      diagnostics_.error(where(node),
                         std::string(key) + " must be a number that is not negative, not " + in_quotes(*value));
    }
    return number;
  }

  void job(const pugi::xml_node& node) {
    const auto id = text(node, "id");
    if (!id) return;
    WorkloadTask task;
    task.id = *id;
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
    task.where = where(node);
    if (const auto seconds = number(node, "runtime")) task.work = *seconds;
    const std::uint32_t index = graph_.task(std::move(task));
    for (const pugi::xml_node& used : node.children("uses")) {
      if (!hopeless()) uses(used, index);
    }
  }

  /// `file` of the older schemas, `name` of the newer ones; a file without a size carries nothing.
  void uses(const pugi::xml_node& node, std::uint32_t task) {
    const auto name = text(node, node.attribute("file") ? "file" : "name");
    const auto link = name ? text(node, "link") : std::nullopt;
    if (!link || *link == "none" || *link == "checkpoint") return;
    if (*link != "input" && *link != "output" && *link != "inout") {
      diagnostics_.error(where(node), "link must be input, output, inout, checkpoint or none, not " + in_quotes(*link));
      return;
    }
    const auto size = node.attribute("size") ? number(node, "size") : Decimal{};
    if (!size) return;
    const std::uint64_t bytes = ceil_product(*size, {1, 0});
    if (*link != "output") graph_.uses(task, true, *name, bytes);
    if (*link != "input") graph_.uses(task, false, *name, bytes);
  }

  void child(const pugi::xml_node& node) {
    const auto ref = text(node, "ref");
    if (!ref) return;
    const auto task = graph_.find(*ref);
    if (!task) {
      diagnostics_.error(where(node), "there is no job " + in_quotes(*ref) + " to be a child");
      return;
    }
    for (const pugi::xml_node& parent : node.children("parent")) {
      const auto named = text(parent, "ref");
      if (named) graph_.relative(*task, true, *named, where(parent));
    }
  }

  const std::string& text_;
  const std::string& file_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  WfGraph graph_;
  std::vector<std::size_t> ends_;  ///< offsets of the line ends
};

bool read_dax(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
              Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  DaxReader(text, file, mapping, workload, diagnostics).read();
  return diagnostics.size() == before;
}

/// Whether the text is XML whose first element is `adag`.
bool recognises_dax(std::string_view head) {
  for (std::size_t at = head.find('<'); at != std::string_view::npos; at = head.find('<', at + 1)) {
    const std::string_view tag = head.substr(at + 1);
    if (tag.substr(0, 3) == "!--") {
      at = head.find("-->", at);
      if (at == std::string_view::npos) return false;
    } else if (tag.empty() || (tag[0] != '?' && tag[0] != '!')) {
      return head.find_first_not_of(" \t\r\n") == head.find('<') && tag.substr(0, 4) == "adag" && tag.size() > 4 &&
             std::string_view(" \t\r\n>/").find(tag[4]) != std::string_view::npos;
    }
  }
  return false;
}

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
