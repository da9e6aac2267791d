// SPDX-License-Identifier: Apache-2.0
#include "workload/native.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "gantry/base/millionths.h"
#include "gantry/workload/task.h"
#include "text/file_kind.h"
#include "text/yaml_reader.h"
#include "workload/amount.h"
#include "workload/data_check.h"
#include "workload/format.h"
#include "workload/native_data.h"
#include "workload/native_jobs.h"

namespace gantry {
namespace {

constexpr std::uint64_t kCertain = 1000000;  ///< a probability of 1, in millionths

/// Reads tasks one by one, so that the text need not be held as a tree.
constexpr std::uint32_t kMaxLoadSteps = 1000000;

class NativeReader {
 public:
  NativeReader(Workload& workload, Diagnostics& diagnostics)
      : workload_(workload), diagnostics_(diagnostics), data_(workload, diagnostics) {}

  void task(const YamlNode& node);
  /// After the last task: predecessors that stood before their definition.
  void finish();
  /// The document without its tasks.
  void document(const YamlNode& node, const std::string& path, std::size_t tasks);

 private:
  struct Reference {
    std::uint32_t task;
    std::size_t edge;
    std::string id;
    SourcePosition where;
  };

  void read_id(MapReader& map, WorkloadTask& task);
  void read_load(MapReader& map, WorkloadTask& task);
  /// Reads a number, or one that varies. Returns whether the key is there.
  bool read_amount(MapReader& map, const char* key, std::uint64_t most, std::uint64_t& to,
                   std::optional<VaryingNumber>& varies);
  void read_branches(const YamlNode& node);
  void read_after(MapReader& map, WorkloadTask& task);
  void read_predecessor(const YamlNode& item, const std::string& path, WorkloadTask& task);
  /// Keeps one of equal predecessors, and notes it.
  void drop_duplicates(WorkloadTask& task);

  Workload& workload_;
  Diagnostics& diagnostics_;
  NativeData data_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of the ids; looked up only
  std::vector<Reference> open_;
  std::set<std::uint32_t> branched_;  ///< tasks that are in a branch
  std::vector<WorkloadEdge> sorted_;  ///< of drop_duplicates()
};

void NativeReader::task(const YamlNode& node) {
  WorkloadTask task;
  task.where = node.where();
  if (!node.is_map()) {
    diagnostics_.error(node.where(), "a task must be a map of keys, not " + describe(node));
    return;
  }
  MapReader map(node, "", diagnostics_);
  read_id(map, task);
  if (const YamlNode* cls = map.find("class")) {
    const auto parsed = cls->is_scalar() ? parse_task_class(cls->text) : std::nullopt;
    if (parsed) {
      task.cls = *parsed;
    } else {
      const std::vector<std::string_view> names(kTaskClassNames.begin(), kTaskClassNames.end());
      map.error("class", "must be " + alternatives(names) + ", not " + describe(*cls) + did_you_mean(cls->text, names));
    }
  }
  map.integer("weight", task.weight, 1, 256);
  const YamlNode* groups = read_job_count(map, task);
  std::uint64_t job_bytes = 0;
  if (map.integer("job_bytes", job_bytes, 1, kMaxTaskBytes)) task.job_bytes = job_bytes;
  TaskAmounts amounts;
  if (const YamlNode* cycles = map.find("cycles"); cycles != nullptr && !VaryingNumber::is(*cycles)) {
    read_cycles(map, task);
  } else {
    read_amount(map, "cycles", kMaxTaskCycles, task.cycles, amounts.cycles);
  }
  map.text("processor", task.processor);
  if (!task.cycles_by_type.empty() && !task.processor.empty()) {
    map.error("processor", "must be absent where `cycles` names the types");
  }
  read_amount(map, "submit", kMaxTaskCycles, task.submit, amounts.submit);
  map.integer("stream", task.stream, 0, kMostStreams - 1);
  Cycle deadline = 0;
  if (map.integer("deadline", deadline, 1, kMaxTaskCycles)) task.deadline = deadline;
  map.integer("target", task.target, 0, kMostTarget);
  const bool reads = read_amount(map, "input_bytes", kMaxTaskBytes, task.input_bytes, amounts.input_bytes);
  const bool writes = read_amount(map, "output_bytes", kMaxTaskBytes, task.output_bytes, amounts.output_bytes);
  task.bytes_given = reads || writes;
  if (groups != nullptr) {
    if (amounts.cycles || amounts.input_bytes || amounts.output_bytes)
      map.error("jobs", "must be a number where `cycles` or bytes vary");
    read_job_groups(*groups, task, diagnostics_);
  }
  if (amounts.cycles || amounts.input_bytes || amounts.output_bytes || amounts.submit)
    task.varies = std::make_shared<TaskAmounts>(std::move(amounts));
  read_load(map, task);
  read_after(map, task);
  data_.uses(map, task);
  map.finish();
  if (task.cls == TaskClass::event) {
    const auto nothing = [&](const char* key, std::uint64_t value) {
      const bool varies = task.varies != nullptr && !task.varies->json(key).empty();
      if (value > 0 || varies) map.error(key, "must be 0 or absent in an event task, which has no jobs");
    };
    if (!task.cycles_by_type.empty()) map.error("cycles", "must be 0 or absent in an event task, which has no jobs");
    nothing("cycles", task.cycles);
    nothing("input_bytes", task.input_bytes);
    nothing("output_bytes", task.output_bytes);
    for (const char* key : {"job_bytes", "processor", "load", "reads", "writes"}) {
      if (map.find(key) != nullptr) map.error(key, "must be absent in an event task, which has no jobs");
    }
  }
  workload_.tasks.push_back(std::move(task));
}

/// What is loaded before its jobs are sent.
void NativeReader::read_load(MapReader& map, WorkloadTask& task) {
  const YamlNode* node = map.find("load");
  if (node == nullptr) return;
  MapReader load(*node, map.path("load"), diagnostics_);
  task.load = std::make_shared<TaskLoad>();
  load.integer("writes", task.load->writes, 0, kMaxLoadSteps);
  load.integer("barriers", task.load->barriers, 0, kMaxLoadSteps);
  load.integer("bytes", task.load->bytes, 0, kMaxTaskBytes);
  load.integer("unicast_bytes", task.load->unicast_bytes, 0, kMaxTaskBytes);
  load.integer("fetches", task.load->fetches, 0, kMaxLoadSteps);
  load.integer("unicasts", task.load->unicasts, 0, kMaxLoadSteps);
  load.integer("entry_bytes", task.load->entry_bytes, 0, kMaxTaskBytes);
  load.integer("set_up_cycles", task.load->set_up_cycles, 0, kMaxLoadSteps);
  load.finish();
}

void NativeReader::read_id(MapReader& map, WorkloadTask& task) {
  const auto number = static_cast<std::uint32_t>(workload_.tasks.size());
  if (map.find("id") == nullptr) {
    diagnostics_.error(map.node().where(), "this task has no id (every task needs one)");
    return;
  }
  if (!map.text("id", task.id)) return;
  const auto [same, fresh] = numbers_.emplace(task.id, number);
  if (!fresh) {
    map.error("id", in_quotes(task.id) + " is already the id of the task on line " +
                        std::to_string(workload_.tasks[same->second].where.line));
  }
}

bool NativeReader::read_amount(MapReader& map, const char* key, std::uint64_t most, std::uint64_t& to,
                               std::optional<VaryingNumber>& varies) {
  const YamlNode* given = map.find(key);
  if (given == nullptr || !VaryingNumber::is(*given)) return map.integer(key, to, 0, most);
  varies = VaryingNumber::read(*given, key, most, diagnostics_);
  if (varies) to = varies->typical();
  return true;
}

/// A list of alternatives, or a list of such lists.
void NativeReader::read_branches(const YamlNode& node) {
  if (!node.is_sequence() || node.items.empty()) {
    diagnostics_.error(node.where(), "branch must be a list of alternatives {p, tasks}, not " + describe(node));
    return;
  }
  if (node.items.front().is_sequence()) {
    for (const YamlNode& list : node.items) read_branches(list);
    return;
  }
  WorkloadBranch branch;
  std::uint64_t sum = 0;
  for (const YamlNode& item : node.items) {
    MapReader map(item, "branch", diagnostics_);
    if (!item.is_map()) continue;
    WorkloadBranch::Alternative& alternative = branch.alternatives.emplace_back();
    const YamlNode* share = map.find("p");
    const auto p =
        share != nullptr && share->is_scalar() && !share->quoted ? parse_millionths(share->text, 1) : std::nullopt;
    if (p && *p > 0 && *p <= kCertain) {
      alternative.millionths = *p;
      sum += *p;
    } else {
      map.error("p", "must be a probability above 0 and up to 1 with at most six digits behind the point" +
                         (share == nullptr ? "" : ", not " + describe_unquoted(*share)));
    }
    const YamlNode* tasks = map.find("tasks");
    if (tasks == nullptr || !tasks->is_sequence() || tasks->items.empty())
      map.error("tasks", "must be a list of task ids");
    map.finish();
    for (const YamlNode& id : tasks != nullptr && tasks->is_sequence() ? tasks->items : std::vector<YamlNode>()) {
      const auto known = numbers_.find(id.text);
      if (!id.is_scalar() || known == numbers_.end()) {
        diagnostics_.error(id.where(), "there is no task " + in_quotes(id.text) + " for a branch");
      } else if (!branched_.insert(known->second).second) {
        diagnostics_.error(id.where(), "task " + in_quotes(id.text) + " is already in a branch");
      } else {
        alternative.tasks.push_back(known->second);
      }
    }
  }
  if (sum > kCertain)
    diagnostics_.error(node.where(), "the probabilities of a branch sum to at most 1, not " + millionths_text(sum));
  workload_.branches.push_back(std::move(branch));
}

void NativeReader::read_after(MapReader& map, WorkloadTask& task) {
  const YamlNode* after = map.find("after");
  if (after == nullptr || after->is_null()) return;
  if (!after->is_sequence()) {
    map.error("after", "must be a list of task ids, not " + describe(*after) +
                           (after->is_scalar() ? " (write [" + after->text.substr(0, 40) + "])" : ""));
    return;
  }
  task.after.reserve(after->items.size());
  for (const YamlNode& item : after->items) read_predecessor(item, "after", task);
}

void NativeReader::read_predecessor(const YamlNode& item, const std::string& path, WorkloadTask& task) {
  WorkloadEdge edge;
  std::optional<std::string> id;
  const YamlNode* id_node = &item;
  if (item.is_map()) {
    MapReader map(item, path, diagnostics_);
    id_node = map.find("task");
    if (id_node != nullptr) {
      id = read_text(*id_node, path + ".task", diagnostics_);
    } else {
      diagnostics_.error(item.where(), "this predecessor has no key `task`");
    }
    map.integer("bytes", edge.bytes, 0, kMaxTaskBytes);
    map.boolean("critical", edge.critical);
    map.finish();
  } else {
    id = read_text(item, "a predecessor", diagnostics_);
  }
  if (!id) return;
  if (*id == task.id) {
    diagnostics_.error(id_node->where(), "task " + in_quotes(*id) + " waits for itself");
    return;
  }
  const auto known = numbers_.find(*id);
  if (known != numbers_.end()) {
    edge.task = known->second;
  } else {
    open_.push_back({static_cast<std::uint32_t>(workload_.tasks.size()), task.after.size(), *id, id_node->where()});
  }
  task.after.push_back(edge);
}

void NativeReader::finish() {
  for (const Reference& reference : open_) {
    const auto known = numbers_.find(reference.id);
    if (known == numbers_.end()) {
      diagnostics_.error(reference.where, "there is no task " + in_quotes(reference.id) + " to wait for");
    } else {
      workload_.tasks[reference.task].after[reference.edge].task = known->second;
    }
  }
  data_.finish();
  if (!diagnostics_.ok()) return;
  for (WorkloadTask& task : workload_.tasks) {
    if (task.after.size() > 1) drop_duplicates(task);
  }
  connect_data(workload_, diagnostics_);
}

void NativeReader::drop_duplicates(WorkloadTask& task) {
  const auto key = [](const WorkloadEdge& edge) { return std::make_tuple(edge.task, edge.bytes, edge.critical); };
  sorted_ = task.after;
  std::sort(sorted_.begin(), sorted_.end(),
            [&](const WorkloadEdge& a, const WorkloadEdge& b) { return key(a) < key(b); });
  const auto equal = [&](const WorkloadEdge& a, const WorkloadEdge& b) { return key(a) == key(b); };
  if (std::adjacent_find(sorted_.begin(), sorted_.end(), equal) == sorted_.end()) return;
  std::set<std::tuple<std::uint32_t, std::uint64_t, bool>> seen;
  std::vector<WorkloadEdge> kept;
  const WorkloadEdge* duplicate = nullptr;
  for (const WorkloadEdge& edge : task.after) {
    if (seen.insert(key(edge)).second) {
      kept.push_back(edge);
    } else if (duplicate == nullptr) {
      duplicate = &edge;
    }
  }
  diagnostics_.note(task.where, "`after` of task " + in_quotes(task.id) + " names " +
                                    in_quotes(workload_.tasks[duplicate->task].id) +
                                    " more than once (one of equal predecessors is kept)");
  task.after = std::move(kept);
}

void NativeReader::document(const YamlNode& node, const std::string& path, std::size_t tasks) {
  MapReader map(node, path, diagnostics_);
  if (!node.is_map()) {
    if (node.is_null()) diagnostics_.error(node.where(), "a workload must be a map with a list `tasks`, not nothing");
    return;
  }
  map.text("name", workload_.name);
  map.text("unit", workload_.unit);
  const YamlNode* list = map.find("tasks");
  if (list == nullptr) {
    diagnostics_.error(node.where(), "a workload must have a list `tasks`");
  } else if (!list->is_sequence() && !list->is_null()) {
    map.error("tasks", "must be a list of tasks, not " + describe(*list));
  } else if (tasks == 0) {
    map.error("tasks", "must list at least one task");
  }
  if (const YamlNode* branch = map.find("branch")) read_branches(*branch);
  if (const YamlNode* data = map.find("data")) data_.objects(*data);
  map.finish();
}

bool read_native(const std::string& text, const std::string& file, const Mapping& /*mapping*/, Workload& workload,
                 Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  NativeReader reader(workload, diagnostics);
  std::size_t tasks = 0;
  YamlStream stream{"tasks", [&](const YamlNode& node) {
                      ++tasks;
                      reader.task(node);
                    }};
  const auto document = parse_yaml(text, file, diagnostics, stream);
  if (!document) return false;
  workload.where = document->where();
  if (refuse_other_kind(*document, FileKind::workload, diagnostics)) return false;
  reader.document(*document, "", tasks);
  reader.finish();
  return diagnostics.size() == before;
}

/// Whether the outermost map has a key `tasks`: `tasks:` at the start of a line, or "tasks" at the top level in flow
/// style.
bool recognises_native(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  if (head[first] != '{') {
    for (std::size_t at = 0; at != std::string_view::npos && at < head.size(); at = head.find('\n', at)) {
      if (head[at] == '\n') ++at;
      for (const std::string_view key : {"tasks:", "\"tasks\":", "'tasks':"}) {
        if (head.substr(at, key.size()) == key) return true;
      }
    }
    return false;
  }
  return has_outer_key(head, "tasks");
}

}  // namespace

void add_native(WorkloadFormats& formats) {
  formats.add(
      {"native", "Gantry's own: YAML or JSON with a list `tasks`", recognises_native, read_native, std::nullopt});
}

bool read_native_workload(const YamlNode& node, const std::string& path, Workload& workload, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  workload.format = "native";
  workload.where = node.where();
  NativeReader reader(workload, diagnostics);
  const YamlNode* list = node.find("tasks");
  const bool listed = list != nullptr && list->is_sequence();
  if (listed) {
    for (const YamlNode& task : list->items) reader.task(task);
  }
  reader.document(node, path, listed ? list->items.size() : 0);
  reader.finish();
  return diagnostics.size() == before && check_graph(workload, diagnostics);
}

}  // namespace gantry
