// SPDX-License-Identifier: Apache-2.0
#include "plan/resource_file.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/plan/graph.h"
#include "text/file_kind.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostTimes = 16000000;  // operations x resources
constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 60;

class ResourceReader {
 public:
  ResourceReader(const Workload& workload, plan::PipelineModel& model, Diagnostics& diagnostics)
      : workload_(workload),
        model_(model),
        diagnostics_(diagnostics),
        before_(diagnostics.size()),
        own_(plan::Graph(workload).times()) {
    for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) numbers_.emplace(workload.tasks[t].id, t);
  }

  /// Operations by subtask, if the file names them.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& subtasks() const { return subtasks_; }

  bool read(const YamlNode& document) {
    MapReader map(document, "", diagnostics_);
    read_resources(map);
    if (!ok()) return false;
    fill_times();
    read_durations(map);
    read_parameters(map);
    read_inputs(map);
    read_delays(map);
    read_subtasks(map);
    map.finish();
    return ok();
  }

 private:
  /// One entry of the list: `count` equal resources from number `first` on.
  struct Kind {
    std::string name;
    std::uint32_t first = 0;
    std::uint32_t count = 1;
    Decimal speed{1, 0};
  };

  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }

  void read_resources(MapReader& map) {
    const YamlNode* list = map.find("resources");
    if (list == nullptr || !list->is_sequence() || list->items.empty()) {
      diagnostics_.error(map.where("resources"),
                         "resources must be a list of at least one {name, count, memory, speed}");
      return;
    }
    std::set<std::string> names;
    for (std::size_t k = 0; k < list->items.size(); ++k) {
      MapReader item(list->items[k], "resources[" + std::to_string(k) + "]", diagnostics_);
      Kind kind;
      kind.first = static_cast<std::uint32_t>(model_.resources.size());
      if (!item.text("name", kind.name) && ok()) item.error("name", "is missing");
      for (const Kind& other : kinds_) {
        if (other.name == kind.name) item.error("name", "is already the name of another resource");
      }
      item.integer("count", kind.count, 1, kMostResources);
      if (kind.first + kind.count > kMostResources) {
        item.error("name", "there are more than " + std::to_string(kMostResources) + " resources");
        return;
      }
      std::optional<std::uint64_t> memory;
      std::uint64_t bytes = 0;
      if (item.integer("memory", bytes, 0, kMostMemory)) memory = bytes;
      if (const YamlNode* speed = item.find("speed")) {
        const auto value = read_decimal(*speed, item.path("speed"), diagnostics_);
        if (value) kind.speed = *value;
      }
      item.finish();
      for (std::uint32_t c = 0; c < kind.count; ++c) {
        std::string name = kind.count == 1 ? kind.name : kind.name + std::to_string(c);
        if (!names.insert(name).second) item.error("name", "gives two resources the name " + in_quotes(name));
        model_.resources.push_back({std::move(name), memory, false});
      }
      kinds_.push_back(std::move(kind));
    }
    if (own_.size() > kMostTimes / model_.resources.size()) {
      diagnostics_.error(list->where(), "there are too many resources for " + std::to_string(own_.size()) +
                                            " operations (" + std::to_string(kMostTimes) + " durations)");
    }
  }

  /// Cycles of the workload at each resource's speed.
  void fill_times() {
    model_.times.assign(own_.size() * model_.resources.size(), 0);
    for (std::uint32_t o = 0; o < own_.size(); ++o) {
      for (const Kind& kind : kinds_) set_time(o, kind, quotient(own_[o], kind.speed));
    }
  }

  /// ceil(time / speed).
  static plan::Time quotient(plan::Time time, const Decimal& speed) {
    return std::min(plan::kLongest, ceil_product({time, 0}, {1, -speed.exponent}, 1, speed.mantissa));
  }

  void set_time(std::uint32_t operation, const Kind& kind, plan::Time time) {
    for (std::uint32_t c = 0; c < kind.count; ++c) {
      model_.times[std::size_t{operation} * model_.resources.size() + kind.first + c] = time;
    }
  }

  std::optional<std::uint32_t> operation(const YamlNode& name) {
    const auto found = name.is_scalar() ? numbers_.find(name.text) : numbers_.end();
    if (found != numbers_.end()) return found->second;
    diagnostics_.error(name.where(), "there is no operation " + describe(name) + " in the workload");
    return std::nullopt;
  }

  void read_durations(MapReader& map) {
    const YamlNode* durations = map.find("durations");
    if (durations == nullptr) return;
    if (!durations->is_map()) {
      map.error("durations", "must be a map from operations to {resource: cycles}");
      return;
    }
    for (std::size_t k = 0; k + 1 < durations->items.size(); k += 2) {
      const auto number = operation(durations->items[k]);
      if (number) read_duration(*number, durations->items[k].text, durations->items[k + 1]);
    }
  }

  /// A resource that is left out would be a guess: every one has a duration, or null.
  void read_duration(std::uint32_t operation, const std::string& name, const YamlNode& node) {
    MapReader map(node, "durations." + name, diagnostics_);
    for (const Kind& kind : kinds_) {
      const YamlNode* found = map.find(kind.name);
      if (found == nullptr) {
        diagnostics_.error(node.where(), "operation " + in_quotes(name) + " has no duration on resource " +
                                             in_quotes(kind.name) + " (cycles, or null where it cannot run)");
      } else if (found->is_null()) {
        set_time(operation, kind, plan::TaskTimes::kCannotRun);
      } else if (const auto cycles = read_integer(*found, map.path(kind.name), 0, kMaxTaskCycles, diagnostics_)) {
        set_time(operation, kind, *cycles);
      }
    }
    map.finish();
  }

  void read_parameters(MapReader& map) {
    const YamlNode* list = map.find("parameters");
    if (list == nullptr) return;
    if (!list->is_sequence()) {
      map.error("parameters", "must be a list of {bytes, operations}");
      return;
    }
    for (std::size_t k = 0; k < list->items.size(); ++k) {
      MapReader item(list->items[k], "parameters[" + std::to_string(k) + "]", diagnostics_);
      plan::PipelineParameter parameter;
      if (!item.integer("bytes", parameter.bytes, 0, kMaxTaskBytes) && ok()) item.error("bytes", "is missing");
      const YamlNode* operations = item.find("operations");
      if (operations == nullptr || !operations->is_sequence() || operations->items.empty()) {
        item.error("operations", "must be a list of at least one operation");
      } else {
        for (const YamlNode& name : operations->items) {
          const auto number = operation(name);
          if (number) parameter.operations.push_back(*number);
        }
      }
      item.finish();
      if (!parameter.operations.empty()) model_.parameters.push_back(std::move(parameter));
    }
  }

  void read_inputs(MapReader& map) {
    const YamlNode* inputs = map.find("inputs");
    if (inputs == nullptr) return;
    if (!inputs->is_map()) {
      map.error("inputs", "must be a map from operations to bytes");
      return;
    }
    for (std::size_t k = 0; k + 1 < inputs->items.size(); k += 2) {
      const auto number = operation(inputs->items[k]);
      const auto bytes =
          read_integer(inputs->items[k + 1], "inputs." + inputs->items[k].text, 0, kMaxTaskBytes, diagnostics_);
      if (number && bytes) model_.operations[*number].input_bytes = *bytes;
    }
  }

  const Kind* kind(MapReader& map, const char* key) {
    std::string name;
    if (!map.text(key, name)) {
      if (map.find(key) == nullptr) map.error(key, "is missing");
      return nullptr;
    }
    const auto found = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& k) { return k.name == name; });
    if (found != kinds_.end()) return &*found;
    map.error(key, in_quotes(name) + " is no resource of this file");
    return nullptr;
  }

  /// Cycles from each resource of one name to each of another; of one name, between two different ones.
  void read_delays(MapReader& map) {
    const YamlNode* list = map.find("delays");
    if (list == nullptr) return;
    if (!list->is_sequence()) {
      map.error("delays", "must be a list of {from, to, cycles}");
      return;
    }
    const std::size_t count = model_.resources.size();
    model_.delays.assign(count * count, 0);
    std::vector<bool> given(count * count, false);
    for (std::size_t k = 0; k < list->items.size(); ++k) {
      MapReader item(list->items[k], "delays[" + std::to_string(k) + "]", diagnostics_);
      const Kind* from = kind(item, "from");
      const Kind* to = kind(item, "to");
      std::uint64_t cycles = 0;
      if (!item.integer("cycles", cycles, 0, kMaxTaskCycles) && ok()) item.error("cycles", "is missing");
      item.finish();
      if (from == nullptr || to == nullptr) continue;
      if (from == to && from->count == 1) {
        item.error("to", "is the same resource as from, and nothing travels within a resource");
        continue;
      }
      for (std::size_t a = from->first; a < from->first + std::size_t{from->count}; ++a) {
        for (std::size_t b = to->first; b < to->first + std::size_t{to->count}; ++b) {
          if (a == b) continue;
          if (given[a * count + b]) {
            item.error("to", "the delay from " + in_quotes(from->name) + " to " + in_quotes(to->name) +
                                 " has been given already");
            return;
          }
          given[a * count + b] = true;
          model_.delays[a * count + b] = cycles;
        }
      }
    }
  }

  /// Operations of each subtask, with all their predecessors.
  void read_subtasks(MapReader& map) {
    const YamlNode* list = map.find("subtasks");
    if (list == nullptr) return;
    if (!list->is_sequence() || list->items.empty()) {
      map.error("subtasks", "must be a list of at least one {operations}");
      return;
    }
    for (std::size_t k = 0; k < list->items.size(); ++k) {
      MapReader item(list->items[k], "subtasks[" + std::to_string(k) + "]", diagnostics_);
      const YamlNode* operations = item.find("operations");
      std::vector<std::uint32_t> own;
      if (operations == nullptr || !operations->is_sequence() || operations->items.empty()) {
        item.error("operations", "must be a list of at least one operation");
      } else {
        read_own_operations(*operations, own);
      }
      item.finish();
      subtasks_.push_back(std::move(own));
    }
  }

  void read_own_operations(const YamlNode& list, std::vector<std::uint32_t>& own) {
    std::set<std::uint32_t> here;
    for (const YamlNode& name : list.items) {
      const auto number = operation(name);
      if (number && !here.insert(*number).second)
        diagnostics_.error(name.where(), "operation " + in_quotes(name.text) + " is in the subtask already");
    }
    if (!ok()) return;
    for (const YamlNode& name : list.items) {
      const WorkloadTask& task = workload_.tasks[numbers_.at(name.text)];
      for (const WorkloadEdge& edge : task.after) {
        if (here.count(edge.task) > 0) continue;
        diagnostics_.error(name.where(), "operation " + in_quotes(name.text) + " needs its predecessor " +
                                             in_quotes(workload_.tasks[edge.task].id) + " in the same subtask");
        break;
      }
    }
    own.assign(here.begin(), here.end());
  }

  const Workload& workload_;
  plan::PipelineModel& model_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::vector<plan::Time> own_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of the operations; looked up only
  std::vector<Kind> kinds_;
  std::vector<std::vector<std::uint32_t>> subtasks_;
};

}  // namespace

bool read_resource_file(const std::string& path, const Workload& workload, plan::PipelineModel& model,
                        std::vector<std::vector<std::uint32_t>>& subtasks, Diagnostics& diagnostics) {
  const auto text = read_text_file(path, diagnostics);
  if (!text) return false;
  const auto document = parse_yaml(*text, shown_path(path), diagnostics);
  if (!document || refuse_other_kind(*document, FileKind::resources, diagnostics)) return false;
  ResourceReader reader(workload, model, diagnostics);
  if (!reader.read(*document)) return false;
  subtasks = reader.subtasks();
  return true;
}

void equal_resources(std::uint32_t count, const Workload& workload, plan::PipelineModel& model) {
  const std::vector<plan::Time> own = plan::Graph(workload).times();
  for (std::uint32_t r = 0; r < count; ++r) model.resources.push_back({"r" + std::to_string(r), std::nullopt, false});
  for (const plan::Time time : own) model.times.insert(model.times.end(), count, time);
}

}  // namespace gantry
