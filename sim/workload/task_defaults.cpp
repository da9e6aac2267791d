// SPDX-License-Identifier: Apache-2.0
#include "workload/task_defaults.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

namespace gantry {

std::vector<std::string> processor_types(const Architecture& architecture) {
  std::vector<std::string> types;
  for (const ProcessorGroup& group : architecture.processors) {
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

std::optional<ProcessorType> required_type(const WorkloadTask& task, const std::vector<std::string>& types) {
  return type_of(task.cls, task.processor, types);
}

bool runs_type(const ProcessorGroup& group, ProcessorType type, const std::vector<std::string>& types) {
  return type == kAnyType ? group.type != kDmaType : group.type == types[type];
}

std::uint64_t default_job_bytes(const Architecture& architecture, ProcessorType type) {
  const std::vector<std::string> types = processor_types(architecture);
  std::uint64_t bytes = 1;
  for (const ProcessorGroup& group : architecture.processors) {
    // Words are at most 4096, so the product stays far from overflow.
    if (runs_type(group, type, types)) bytes = std::min(std::lcm(bytes, std::uint64_t{group.word_bytes}), kMaxWord);
  }
  return bytes;
}

void round_job_bytes(Workload& workload, const Architecture& architecture) {
  const std::vector<std::string> types = processor_types(architecture);
  std::map<ProcessorType, std::uint64_t> words;
  for (WorkloadTask& task : workload.tasks) {
    const auto type = required_type(task, types);
    if (!task.job_bytes || !type) continue;
    const auto [word, fresh] = words.emplace(*type, 0);
    if (fresh) word->second = default_job_bytes(architecture, *type);
    task.job_bytes = ceil_div(*task.job_bytes, word->second) * word->second;
  }
}

TaskDefaults::TaskDefaults(const Architecture& architecture) : types_(processor_types(architecture)) {
  for (ProcessorType type = 0; type < types_.size(); ++type) words_.push_back(default_job_bytes(architecture, type));
  words_.push_back(default_job_bytes(architecture, kAnyType));
}

void TaskDefaults::settle(Task& task, const std::string& processor, std::optional<std::uint64_t> job_bytes,
                          JobSize size) const {
  if (task.cls == TaskClass::event) {
    task.type = kAnyType;
    task.job_bytes = job_bytes.value_or(0);
    return;
  }
  task.type = type_of(task.cls, processor, types_).value_or(kAnyType);
  const std::uint64_t word = words_[std::min<std::size_t>(task.type, types_.size())];
  task.job_bytes = job_bytes.value_or(word);
  if (size == JobSize::whole_words) task.job_bytes = ceil_div(task.job_bytes, word) * word;
  if (task.cls == TaskClass::communication && task.input_bytes == 0 && task.output_bytes == 0) {
    task.input_bytes = task.job_bytes;
    task.output_bytes = task.job_bytes;
  }
}

}  // namespace gantry
