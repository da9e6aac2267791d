// SPDX-License-Identifier: Apache-2.0
// WfCommons' WfFormat (JSON): schema 1.5, where `workflow.specification` and `workflow.execution` are joined by ids,
// and the older ones, where `workflow.tasks` (or `jobs`) hold everything and name their parents.
#include "workload/wfcommons_graph.h"

#include <algorithm>
#include <string>

#include "text/yaml_reader.h"
#include "workload/format.h"

namespace gantry {
namespace {

class WfReader {
 public:
  WfReader(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()),
        graph_(workload, diagnostics) {}

  void read(const YamlNode& document);

 private:
  const YamlNode* list(const YamlNode& map, const char* key, const std::string& path, bool needed);
  const YamlNode* map(const YamlNode& parent, const char* key, const std::string& path);
  void specification(const YamlNode& node);
  void execution(const YamlNode& workflow);
  void execute(const YamlNode& node);
  void flat(const YamlNode& tasks);
  void flat_task(const YamlNode& node);
  void flat_file(const YamlNode& node, std::uint32_t task);
  void relatives(const YamlNode& node, std::uint32_t task);
  void time(const YamlNode& node, WorkloadTask& task, std::initializer_list<const char*> keys);
  void cores(const YamlNode& node, WorkloadTask& task, const char* key);
  std::optional<std::uint64_t> size(const YamlNode& node, std::initializer_list<const char*> keys);
  std::optional<std::string> text(const YamlNode& node, const char* key);
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  WfGraph graph_;
};

const YamlNode* WfReader::map(const YamlNode& parent, const char* key, const std::string& path) {
  const YamlNode* found = parent.find(key);
  if (found != nullptr && found->is_map()) return found;
  diagnostics_.error(
      found == nullptr ? parent.where() : found->where(),
      path + (found == nullptr ? " is missing (a map is needed)" : " must be a map, not " + describe(*found)));
  return nullptr;
}

const YamlNode* WfReader::list(const YamlNode& map, const char* key, const std::string& path, bool needed) {
  const YamlNode* found = map.find(key);
  if (found != nullptr && found->is_sequence()) return found;
  if (found != nullptr && !found->is_null()) {
    diagnostics_.error(found->where(), path + " must be a list, not " + describe(*found));
  } else if (needed) {
    diagnostics_.error(map.where(), path + " is missing (a list is needed)");
  }
  return nullptr;
}

std::optional<std::string> WfReader::text(const YamlNode& node, const char* key) {
  const YamlNode* found = node.is_map() ? node.find(key) : nullptr;
  if (found != nullptr) return read_text(*found, key, diagnostics_);
  diagnostics_.error(node.where(), node.is_map() ? std::string("the key `") + key + "` is missing here"
                                                 : "a map of keys is needed here, not " + describe(node));
  return std::nullopt;
}

std::optional<std::uint64_t> WfReader::size(const YamlNode& node, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    const YamlNode* found = node.find(key);
    if (found == nullptr) continue;
    const auto bytes = found->is_scalar() && !found->quoted ? parse_decimal(found->text) : std::nullopt;
    if (bytes) return ceil_product(*bytes, {1, 0});
    diagnostics_.error(found->where(), std::string(key) + " must be a number of bytes, not " + describe(*found));
    return std::nullopt;
  }
  diagnostics_.error(node.where(), std::string("this file has no ") + *keys.begin());
  return std::nullopt;
}

/// A task without a runtime keeps none.
void WfReader::time(const YamlNode& node, WorkloadTask& task, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    const YamlNode* found = node.find(key);
    if (found == nullptr || found->is_null()) continue;
    const auto seconds = found->is_scalar() && !found->quoted ? parse_decimal(found->text) : std::nullopt;
    if (seconds) {
      task.work = *seconds;
    } else {
      diagnostics_.error(found->where(), std::string(key) + " must be a number of seconds that is not negative, not " +
                                             describe(*found));
    }
    return;
  }
}

void WfReader::cores(const YamlNode& node, WorkloadTask& task, const char* key) {
  const YamlNode* found = node.find(key);
  if (found == nullptr || found->is_null()) return;
  const auto number = found->is_scalar() && !found->quoted ? parse_decimal(found->text) : std::nullopt;
  const std::uint64_t count = number ? ceil_product(*number, {1, 0}) : 0;
  if (count == 0 || count > kMaxTaskJobs) {
    diagnostics_.error(found->where(), std::string(key) + " must be a number from 1 to " +
                                           std::to_string(kMaxTaskJobs) + ", not " + describe(*found));
    return;
  }
  task.jobs = static_cast<std::uint32_t>(count);
}

/// Parents and children by name or id; a task without the key says nothing about it.
void WfReader::relatives(const YamlNode& node, std::uint32_t task) {
  for (const bool parents : {true, false}) {
    const char* key = parents ? "parents" : "children";
    const YamlNode* found = list(node, key, key, false);
    if (found == nullptr) continue;
    graph_.lists(task, parents);
    for (const YamlNode& item : found->items) {
      const auto name = read_text(item, parents ? "a parent" : "a child", diagnostics_);
      if (name) graph_.relative(task, parents, *name, item.where());
    }
  }
}

void WfReader::specification(const YamlNode& node) {
  const std::string path = "workflow.specification";
  const YamlNode* files = list(node, "files", path + ".files", false);
  if (files != nullptr) {
    graph_.files_are_listed();
    for (const YamlNode& file : files->items) {
      if (hopeless()) return;
      const auto id = text(file, "id");
      const auto bytes = id ? size(file, {"sizeInBytes"}) : std::nullopt;
      if (bytes) graph_.file(*id, *bytes, file.where());
    }
  }
  const YamlNode* tasks = list(node, "tasks", path + ".tasks", true);
  if (tasks == nullptr) return;
  for (const YamlNode& item : tasks->items) {
    if (hopeless()) return;
    const auto id = text(item, "id");
    if (!id) continue;
    WorkloadTask task;
    task.id = *id;
    task.where = item.where();
    const std::uint32_t number = graph_.task(std::move(task));
    relatives(item, number);
    for (const bool input : {true, false}) {
      const char* key = input ? "inputFiles" : "outputFiles";
      const YamlNode* found = list(item, key, key, false);
      if (found == nullptr) continue;
      for (const YamlNode& file : found->items) {
        const auto name = read_text(file, "a file", diagnostics_);
        if (name) graph_.uses(number, input, *name, file.where());
      }
    }
  }
}

void WfReader::execute(const YamlNode& node) {
  const auto id = text(node, "id");
  if (!id) return;
  const auto number = graph_.find(*id);
  if (!number) {
    diagnostics_.error(node.find("id")->where(), "there is no task " + in_quotes(*id) + " in the specification");
    return;
  }
  if (!graph_.executed(*number)) {
    diagnostics_.error(node.find("id")->where(), "the execution of task " + in_quotes(*id) + " is a duplicate");
    return;
  }
  WorkloadTask& task = workload_.tasks[*number];
  time(node, task, {"runtimeInSeconds"});
  cores(node, task, "coreCount");
}

/// A workflow that never ran has none.
void WfReader::execution(const YamlNode& workflow) {
  const YamlNode* found = workflow.find("execution");
  if (found == nullptr || found->is_null()) return;
  const YamlNode* node = map(workflow, "execution", "workflow.execution");
  const YamlNode* tasks = node == nullptr ? nullptr : list(*node, "tasks", "workflow.execution.tasks", false);
  if (tasks == nullptr) return;
  for (const YamlNode& item : tasks->items) {
    if (hopeless()) return;
    execute(item);
  }
  graph_.note_not_executed();
}

void WfReader::flat_file(const YamlNode& node, std::uint32_t task) {
  const auto name = text(node, "name");
  const auto link = name ? text(node, "link") : std::nullopt;
  if (!link) return;
  if (*link != "input" && *link != "output") {
    diagnostics_.error(node.find("link")->where(), "link must be input or output, not " + in_quotes(*link));
    return;
  }
  if (const auto bytes = size(node, {"sizeInBytes", "size"})) graph_.uses(task, *link == "input", *name, *bytes);
}

void WfReader::flat_task(const YamlNode& node) {
  const auto name = text(node, "name");
  if (!name) return;
  WorkloadTask task;
  task.id = *name;
  task.where = node.where();
  time(node, task, {"runtimeInSeconds", "runtime"});
  cores(node, task, "cores");
  std::string id;
  if (const YamlNode* found = node.find("id")) id = read_text(*found, "id", diagnostics_).value_or("");
  const std::uint32_t number = graph_.task(std::move(task), id);
  relatives(node, number);
  if (const YamlNode* files = list(node, "files", "files", false)) {
    for (const YamlNode& file : files->items) flat_file(file, number);
  }
}

void WfReader::read(const YamlNode& document) {
  workload_.unit = "s";
  const YamlNode* workflow = map(document, "workflow", "workflow");
  if (workflow == nullptr) return;
  if (const YamlNode* name = document.find("name"); name != nullptr && name->is_scalar() && !name->text.empty())
    workload_.name = read_text(*name, "name", diagnostics_).value_or("");
  const YamlNode* jobs = workflow->find("jobs");
  const YamlNode* tasks = workflow->find("tasks");
  if (workflow->find("specification") != nullptr) {
    const YamlNode* specified = map(*workflow, "specification", "workflow.specification");
    if (specified == nullptr) return;
    specification(*specified);
    execution(*workflow);
  } else if (tasks != nullptr || jobs != nullptr) {
    const char* key = tasks != nullptr ? "tasks" : "jobs";
    const YamlNode* found = list(*workflow, key, std::string("workflow.") + key, true);
    if (found == nullptr) return;
    for (const YamlNode& item : found->items) {
      if (hopeless()) return;
      flat_task(item);
    }
  } else {
    diagnostics_.error(workflow->where(),
                       "workflow must have a map `specification` (schema 1.5) or a list `tasks` or `jobs`");
    return;
  }
  if (hopeless()) return;
  graph_.finish(mapping_.edges_are_data);
  for (WorkloadTask& task : workload_.tasks) {
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
  }
}

bool read_wfcommons(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                    Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const auto document = parse_yaml(text, file, diagnostics);
  if (!document) return false;
  workload.where = document->where();
  WfReader(mapping, workload, diagnostics).read(*document);
  return diagnostics.size() == before;
}

bool recognises_wfcommons(std::string_view head) {
  return has_outer_key(head, "workflow") && !has_outer_key(head, "tasks");
}

Mapping defaults() {
  Mapping mapping;
  mapping.cycles_per_unit = {1, 9};
  mapping.timed = true;
  return mapping;
}

}  // namespace

void add_wfcommons(WorkloadFormats& formats) {
  formats.add(
      {"wfcommons", "WfCommons' WfFormat (JSON), schema 1.0 to 1.5", recognises_wfcommons, read_wfcommons, defaults()});
}

}  // namespace gantry
