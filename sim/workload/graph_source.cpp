// SPDX-License-Identifier: Apache-2.0
#include "workload/graph_source.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace gantry {

std::vector<std::string> processor_types(const Architecture& architecture) {
  std::vector<std::string> types;
  for (const ProcessorGroup& group : architecture.processors) {
    if (std::find(types.begin(), types.end(), group.type) == types.end()) types.push_back(group.type);
  }
  return types;
}

std::optional<ProcessorType> required_type(const WorkloadTask& task, const std::vector<std::string>& types) {
  const bool communication = task.cls == TaskClass::communication;
  if (task.processor.empty() && !communication) return kAnyType;
  const std::string_view wanted = task.processor.empty() ? kDmaType : std::string_view(task.processor);
  const auto at = std::find(types.begin(), types.end(), wanted);
  if (at == types.end()) return std::nullopt;
  return static_cast<ProcessorType>(at - types.begin());
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

std::uint64_t whole_words(const Architecture& architecture, ProcessorType type, std::uint64_t bytes) {
  const std::uint64_t word = default_job_bytes(architecture, type);
  return ceil_div(bytes, word) * word;
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

GraphSource::GraphSource(const Workload& workload, const Architecture& architecture)
    : workload_(workload),
      types_(processor_types(architecture)),
      order_(submission_order(workload)),
      number_(workload.tasks.size()) {
  for (ProcessorType type = 0; type < types_.size(); ++type)
    job_bytes_.push_back(default_job_bytes(architecture, type));
  job_bytes_.push_back(default_job_bytes(architecture, kAnyType));
  for (std::uint32_t n = 0; n < order_.size(); ++n) number_[order_[n]] = n;
}

bool GraphSource::next(Task& task) {
  if (at_ == order_.size()) return false;
  resolve(workload_.tasks[order_[at_++]], task);
  return true;
}

void GraphSource::resolve(const WorkloadTask& from, Task& task) const {
  const bool event = from.cls == TaskClass::event;
  task.cls = from.cls;
  task.weight = from.weight;
  task.jobs = event ? 0 : from.jobs;
  task.cycles = from.cycles;
  task.type = event ? kAnyType : required_type(from, types_).value_or(kAnyType);
  task.job_bytes = from.job_bytes.value_or(event ? 0 : job_bytes_[std::min<std::size_t>(task.type, types_.size())]);
  task.submit = from.submit;
  task.input_bytes = from.input_bytes;
  task.output_bytes = from.output_bytes;
  if (from.cls == TaskClass::communication && from.input_bytes == 0 && from.output_bytes == 0) {
    task.input_bytes = task.job_bytes;
    task.output_bytes = task.job_bytes;
  }
  task.after.clear();
  for (const WorkloadEdge& edge : from.after) task.after.push_back(number_[edge.task]);
  std::sort(task.after.begin(), task.after.end());
  task.after.erase(std::unique(task.after.begin(), task.after.end()), task.after.end());
}

}  // namespace gantry
