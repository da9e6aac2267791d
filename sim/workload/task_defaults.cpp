// SPDX-License-Identifier: Apache-2.0
#include "workload/task_defaults.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

#include "gantry/platform/processors_config.h"

namespace gantry {

std::vector<std::string> processor_types(const Architecture& architecture) {
  std::vector<std::string> types;
  for (const ProcessorGroup& group : *architecture.processors) {
    if (std::find(types.begin(), types.end(), group.type) == types.end()) types.push_back(group.type);
  }
  return types;
}

namespace {

std::optional<ProcessorType> type_of(TaskClass cls, const std::string& processor,
                                     const std::vector<std::string>& types) {
  if (processor.empty() && cls != TaskClass::communication) return kAnyType;
  const std::string_view wanted = processor.empty() ? kDmaType : std::string_view(processor);
  const auto at = std::find(types.begin(), types.end(), wanted);
  if (at == types.end()) return std::nullopt;
  return static_cast<ProcessorType>(at - types.begin());
}

/// Whether the input says which data the task moves, so that a communication task has no default.
bool moves_data(const WorkloadTask& task) { return task.bytes_given || !task.reads.empty() || !task.writes.empty(); }

}  // namespace

std::optional<TypeSet> types_for(const WorkloadTask& task, const std::vector<std::string>& types) {
  if (task.cycles_by_type.empty()) {
    const auto type = type_of(task.cls, task.processor, types);
    if (!type) return std::nullopt;
    return *type == kAnyType ? TypeSet{} : TypeSet{*type};
  }
  TypeSet set;
  for (ProcessorType type = 0; type < types.size(); ++type) {
    const auto named = [&](const TypeCycles& cycles) { return cycles.type == types[type]; };
    if (std::any_of(task.cycles_by_type.begin(), task.cycles_by_type.end(), named)) set.push_back(type);
  }
  if (set.empty()) return std::nullopt;
  return set;
}

bool contains(const TypeSet& set, std::string_view type, const std::vector<std::string>& types) {
  if (set.empty()) return type != kDmaType;
  return std::any_of(set.begin(), set.end(), [&](ProcessorType of) { return types[of] == type; });
}

std::uint64_t cycles_on(const WorkloadTask& task, std::string_view type) {
  for (const TypeCycles& cycles : task.cycles_by_type) {
    if (cycles.type == type) return cycles.cycles;
  }
  return task.cycles;
}

std::uint64_t default_job_bytes(const Architecture& architecture, const TypeSet& set) {
  const std::vector<std::string> types = processor_types(architecture);
  std::uint64_t bytes = 1;
  for (const ProcessorGroup& group : *architecture.processors) {
    // Words are at most 4096, so the product stays far from overflow.
    if (contains(set, group.type, types)) bytes = std::min(std::lcm(bytes, std::uint64_t{group.word_bytes}), kMaxWord);
  }
  return bytes;
}

void round_job_bytes(Workload& workload, const Architecture& architecture) {
  const std::vector<std::string> types = processor_types(architecture);
  std::map<TypeSet, std::uint64_t> words;
  for (WorkloadTask& task : workload.tasks) {
    const auto set = types_for(task, types);
    if (!task.job_bytes || !set) continue;
    const auto [word, fresh] = words.emplace(*set, 0);
    if (fresh) word->second = default_job_bytes(architecture, *set);
    task.job_bytes = ceil_div(*task.job_bytes, word->second) * word->second;
  }
}

TaskDefaults::TaskDefaults(const Architecture& architecture)
    : types_(processor_types(architecture)), any_word_(default_job_bytes(architecture, {})) {
  for (ProcessorType type = 0; type < types_.size(); ++type) words_.push_back(default_job_bytes(architecture, {type}));
}

void TaskDefaults::settle(Task& task, const WorkloadTask& from) const {
  task.cycles_by_type.clear();
  if (from.cycles_by_type.empty()) {
    settle(task, {from.processor, from.job_bytes, moves_data(from)});
    return;
  }
  task.type = kAnyType;
  task.cycles_by_type.assign(types_.size(), JobCycles::kCannotRun);
  std::uint64_t word = 1;
  for (const ProcessorType type : types_for(from, types_).value_or(TypeSet{})) {
    task.cycles_by_type[type] = cycles_on(from, types_[type]);
    word = std::min(std::lcm(word, words_[type]), kMaxWord);
  }
  settle_bytes(task, word, {from.processor, from.job_bytes, moves_data(from)});
}

void TaskDefaults::settle_bytes(Task& task, std::uint64_t word, const Given& given) {
  task.job_bytes = given.job_bytes.value_or(word);
  if (given.size == JobSize::whole_words) task.job_bytes = ceil_div(task.job_bytes, word) * word;
  if (task.cls == TaskClass::communication && !given.bytes && task.input_bytes == 0 && task.output_bytes == 0) {
    task.input_bytes = task.job_bytes;
    task.output_bytes = task.job_bytes;
  }
}

void TaskDefaults::settle(Task& task, const Given& given) const {
  if (task.cls == TaskClass::event) {
    task.type = kAnyType;
    task.job_bytes = given.job_bytes.value_or(0);
    return;
  }
  task.type = type_of(task.cls, given.processor, types_).value_or(kAnyType);
  settle_bytes(task, task.type == kAnyType ? any_word_ : words_[task.type], given);
}

}  // namespace gantry
