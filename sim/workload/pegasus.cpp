// SPDX-License-Identifier: Apache-2.0
// pegasus: workflows of Pegasus 5 (YAML): jobs, the files that they use, and the children of each job. Without
// dependences a job waits for the jobs that write its files.
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/json_fields.h"
#include "workload/wfcommons_graph.h"

namespace gantry {
namespace {

class PegasusReader {
 public:
  PegasusReader(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping), workload_(workload), fields_(diagnostics), graph_(workload, diagnostics) {}

  void read(const YamlNode& document) {
    workload_.unit = "s";
    const YamlNode* name = document.is_map() ? document.find("name") : nullptr;
    if (name != nullptr && name->is_scalar() && !name->text.empty())
      workload_.name = read_text(*name, "name", fields_.diagnostics()).value_or("");
    if (document.is_map()) replicas(document);
    const YamlNode* jobs = fields_.list(document, "jobs");
    if (jobs == nullptr) return;
    for (const YamlNode& item : jobs->items) {
      if (!fields_.hopeless()) job(item);
    }
    const YamlNode* dependences = listed(document, "jobDependencies");
    if (dependences != nullptr && !dependences->items.empty()) {
      for (const YamlNode& item : dependences->items) {
        if (!fields_.hopeless()) dependence(item);
      }
    } else {
      wait_for_files();
    }
    if (!fields_.hopeless()) graph_.finish(mapping_.edges_are_data);
  }

 private:
  struct Use {
    std::uint32_t task;
    std::string file;
    SourcePosition where;
  };

  /// A list that may be absent or null.
  const YamlNode* listed(const YamlNode& map, const char* key) {
    const YamlNode* found = map.find(key);
    return found == nullptr || found->is_null() ? nullptr : fields_.list(map, key);
  }
  /// The value behind keys of maps in maps; nothing if one is missing.
  static const YamlNode* inside(const YamlNode& map, std::initializer_list<const char*> keys) {
    const YamlNode* at = &map;
    for (const char* key : keys) {
      at = at->is_map() ? at->find(key) : nullptr;
      if (at == nullptr || at->is_null()) return nullptr;
    }
    return at;
  }
  /// A number, which Pegasus writes in quotes; nothing if it is missing or empty.
  std::optional<Decimal> number(const YamlNode* found, const char* key) {
    if (found == nullptr || (found->is_scalar() && found->text.empty())) return std::nullopt;
    const auto value = found->is_scalar() ? parse_decimal(found->text) : std::nullopt;
    if (!value)
      fields_.error(*found, std::string(key) + " must be a number that is not negative, not " + describe(*found));
    return value;
  }
  /// Bytes of a file, here or in its metadata; 0: unknown.
  std::uint64_t bytes(const YamlNode& file) {
    const YamlNode* size = inside(file, {"size"});
    return ceil_product(number(size != nullptr ? size : inside(file, {"metadata", "size"}), "size").value_or(Decimal{}),
                        {1, 0});
  }

  void replicas(const YamlNode& document) {
    const YamlNode* catalogue = inside(document, {"replicaCatalog"});
    const YamlNode* files = catalogue != nullptr && catalogue->is_map() ? listed(*catalogue, "replicas") : nullptr;
    if (files == nullptr) return;
    for (const YamlNode& file : files->items) {
      const auto name = fields_.hopeless() ? std::nullopt : fields_.text(file, "lfn");
      if (name) graph_.size(*name, bytes(file));
    }
  }

  void job(const YamlNode& item) {
    const auto id = fields_.text(item, "id");
    if (!id) return;
    WorkloadTask task;
    task.id = *id;
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
    task.where = item.where();
    kind(item);
    task.work = number(inside(item, {"profiles", "pegasus", "runtime"}), "runtime");
    cores(item, task);
    const std::uint32_t index = graph_.task(std::move(task));
    const YamlNode* used = listed(item, "uses");
    if (used == nullptr) return;
    for (const YamlNode& file : used->items) {
      if (!fields_.hopeless()) uses(file, index);
    }
  }

  void kind(const YamlNode& item) {
    const YamlNode* type = item.find("type");
    if (type == nullptr || type->says("job")) return;
    if (!type->says("pegasusWorkflow") && !type->says("condorWorkflow")) {
      fields_.error(*type, "type must be job, pegasusWorkflow or condorWorkflow, not " + describe(*type));
    } else if (!std::exchange(nested_noted_, true)) {
      fields_.diagnostics().note(type->where(), "a workflow inside of this one is one task: its file is not read");
    }
  }

  void cores(const YamlNode& item, WorkloadTask& task) {
    const YamlNode* found = inside(item, {"profiles", "pegasus", "cores"});
    const auto cores = number(found, "cores");
    if (!cores) return;
    const std::uint64_t count = ceil_product(*cores, {1, 0});
    if (count == 0 || count > kMaxTaskJobs) {
      fields_.error(*found,
                    "cores must be a number from 1 to " + std::to_string(kMaxTaskJobs) + ", not " + describe(*found));
    } else {
      task.jobs = static_cast<std::uint32_t>(count);
    }
  }

  void uses(const YamlNode& item, std::uint32_t task) {
    const auto file = fields_.text(item, "lfn");
    const auto type = file ? fields_.text(item, "type") : std::nullopt;
    if (!type || *type == "none" || *type == "checkpoint") return;
    if (*type != "input" && *type != "output" && *type != "inout") {
      fields_.error(*item.find("type"),
                    "type must be input, output, inout, checkpoint or none, not " + in_quotes(*type));
      return;
    }
    const std::uint64_t size = bytes(item);
    if (*type != "input") {
      graph_.uses(task, false, *file, size);
      writers_[*file].push_back(task);
    }
    if (*type != "output") {
      graph_.uses(task, true, *file, size);
      reads_.push_back({task, *file, item.where()});
    }
  }

  void dependence(const YamlNode& item) {
    const auto id = fields_.text(item, "id");
    if (!id) return;
    const auto task = graph_.find(*id);
    if (!task) {
      fields_.error(*item.find("id"), "there is no job " + in_quotes(*id));
      return;
    }
    const YamlNode* children = listed(item, "children");
    if (children == nullptr) return;
    for (const YamlNode& child : children->items) {
      const auto name = read_text(child, "a child", fields_.diagnostics());
      if (name) graph_.relative(*task, false, *name, child.where());
    }
  }

  /// A job waits for the last writer of its file that stands before it, or else for the first one behind it.
  void wait_for_files() {
    for (const Use& read : reads_) {
      const auto file = writers_.find(read.file);
      if (file == writers_.end()) continue;
      const std::vector<std::uint32_t>& writers = file->second;  // ascending
      auto writer = std::lower_bound(writers.begin(), writers.end(), read.task);
      if (writer != writers.begin()) --writer;
      if (*writer != read.task) graph_.relative(read.task, true, workload_.tasks[*writer].id, read.where);
    }
  }

  const Mapping& mapping_;
  Workload& workload_;
  JsonFields fields_;
  WfGraph graph_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> writers_;  ///< looked up only
  std::vector<Use> reads_;
  bool nested_noted_ = false;
};

bool read_pegasus(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                  Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const auto document = parse_yaml(text, file, diagnostics);
  if (!document) return false;
  workload.where = document->where();
  PegasusReader(mapping, workload, diagnostics).read(*document);
  return diagnostics.size() == before;
}

/// A key `pegasus` with a version at the top level.
bool recognises_pegasus(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  if (head[first] == '{') return has_outer_key(head, "pegasus") && !has_outer_key(head, "tasks");
  constexpr std::string_view kKey = "pegasus:";
  bool found = false;
  for (std::size_t at = 0; at < head.size();) {
    const std::string_view line = head.substr(at, head.find('\n', at) - at);
    for (const char* key : {"tasks:", "\"tasks\":", "'tasks':"}) {
      if (line.rfind(key, 0) == 0) return false;  // a native workload
    }
    const std::size_t value =
        line.rfind(kKey, 0) == 0 ? line.find_first_not_of(" \t\"'", kKey.size()) : std::string_view::npos;
    found = found || (value != std::string_view::npos && line[value] >= '0' && line[value] <= '9');
    at += line.size() + 1;
  }
  return found;
}

Mapping pegasus_mapping() {
  Mapping mapping;
  mapping.cycles_per_unit = {1, 9};
  mapping.timed = true;
  return mapping;
}

}  // namespace

void add_pegasus(WorkloadFormats& formats) {
  formats.add(
      {"pegasus", "workflows of Pegasus 5 (YAML or JSON)", recognises_pegasus, read_pegasus, pegasus_mapping()});
}

}  // namespace gantry
