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

}  // namespace

std::optional<TypeSet> types_for(const WorkloadJobShape& jobs, TaskClass cls, const std::vector<std::string>& types) {
  if (jobs.cycles_by_type.empty()) {
    const auto type = type_of(cls, jobs.processor, types);
    if (!type) return std::nullopt;
    return *type == kAnyType ? TypeSet{} : TypeSet{*type};
  }
  TypeSet set;
  for (ProcessorType type = 0; type < types.size(); ++type) {
    const auto named = [&](const TypeCycles& cycles) { return cycles.type == types[type]; };
    if (std::any_of(jobs.cycles_by_type.begin(), jobs.cycles_by_type.end(), named)) set.push_back(type);
  }
  if (set.empty()) return std::nullopt;
  return set;
}

bool contains(const TypeSet& set, std::string_view type, const std::vector<std::string>& types) {
  if (set.empty()) return type != kDmaType;
  return std::any_of(set.begin(), set.end(), [&](ProcessorType of) { return types[of] == type; });
}

std::uint64_t cycles_on(const WorkloadJobShape& jobs, std::string_view type) {
  for (const TypeCycles& cycles : jobs.cycles_by_type) {
    if (cycles.type == type) return cycles.cycles;
  }
  return jobs.cycles;
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
    const auto set = types_for(task, task.cls, types);
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
  const bool has_data = !from.reads.empty() || !from.writes.empty();
  settle(task, task.cls, from, has_data);
  task.groups.clear();
  if (from.groups == nullptr) return;
  for (const WorkloadJobGroup& group : *from.groups) {
    JobGroup& jobs = task.groups.emplace_back();
    jobs.jobs = group.jobs;
    settle(jobs, task.cls, group, has_data);
  }
}

void TaskDefaults::settle(JobShape& jobs, TaskClass cls, const WorkloadJobShape& from, bool has_data) const {
  // With data given a communication task has no default.
  const Given given{from.processor, from.job_bytes, from.bytes_given || has_data};
  jobs.cycles = from.cycles;
  jobs.input_bytes = from.input_bytes;
  jobs.output_bytes = from.output_bytes;
  jobs.cycles_by_type.clear();
  if (from.cycles_by_type.empty()) return settle(jobs, cls, given);
  jobs.type = kAnyType;
  jobs.cycles_by_type.assign(types_.size(), JobCycles::kCannotRun);
  std::uint64_t word = 1;
  for (const ProcessorType type : types_for(from, cls, types_).value_or(TypeSet{})) {
    jobs.cycles_by_type[type] = cycles_on(from, types_[type]);
    word = std::min(std::lcm(word, words_[type]), kMaxWord);
  }
  settle_bytes(jobs, cls, word, given);
}

void TaskDefaults::settle_bytes(JobShape& jobs, TaskClass cls, std::uint64_t word, const Given& given) {
  jobs.job_bytes = given.job_bytes.value_or(word);
  if (given.size == JobSize::whole_words) jobs.job_bytes = ceil_div(jobs.job_bytes, word) * word;
  if (cls == TaskClass::communication && !given.bytes && jobs.input_bytes == 0 && jobs.output_bytes == 0) {
    jobs.input_bytes = jobs.job_bytes;
    jobs.output_bytes = jobs.job_bytes;
  }
}

void TaskDefaults::settle(Task& task, const Given& given) const { settle(task, task.cls, given); }

void TaskDefaults::settle(JobShape& jobs, TaskClass cls, const Given& given) const {
  if (cls == TaskClass::event) {
    jobs.type = kAnyType;
    jobs.job_bytes = given.job_bytes.value_or(0);
    return;
  }
  jobs.type = type_of(cls, given.processor, types_).value_or(kAnyType);
  settle_bytes(jobs, cls, jobs.type == kAnyType ? any_word_ : words_[jobs.type], given);
}

}  // namespace gantry
