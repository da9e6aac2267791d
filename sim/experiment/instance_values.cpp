// SPDX-License-Identifier: Apache-2.0
#include "experiment/instance_values.h"

#include <algorithm>

namespace gantry {
namespace {

/// Numbers of the random streams of instances: 16 bits of the stream of graphs, 44 of the instance.
constexpr std::uint64_t kInstances = std::uint64_t{1} << 63;
constexpr unsigned kInstanceBits = 44;
constexpr std::uint64_t kCertain = 1000000;

}  // namespace

InstanceValues::InstanceValues(const Workload& workload) : workload_(workload) {
  for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
    if (workload.tasks[t].varies == nullptr) continue;
    if (slot_.empty()) slot_.assign(workload.tasks.size(), kNone);
    slot_[t] = static_cast<std::uint32_t>(varying_.size());
    varying_.push_back(t);
  }
  drawn_.resize(varying_.size());
  if (!workload.branches.empty()) left_out_.assign(workload.tasks.size(), false);
  take_typical();
}

void InstanceValues::draw(std::uint64_t seed, std::uint32_t stream, std::uint64_t instance, const RequestSizes& sizes) {
  is_typical_ = false;
  RandomBits bits(seed, kInstances + (std::uint64_t{stream} << kInstanceBits) + instance);
  for (const WorkloadBranch& branch : workload_.branches) {
    std::uint64_t at = random_below(bits, kCertain);
    for (const WorkloadBranch::Alternative& alternative : branch.alternatives) {
      const bool taken = at < alternative.millionths;
      for (const std::uint32_t task : alternative.tasks) left_out_[task] = !taken;
      at = taken ? kCertain : at == kCertain ? kCertain : at - alternative.millionths;
    }
  }
  Task task;
  for (std::size_t i = 0; i < varying_.size(); ++i) {
    const WorkloadTask& from = workload_.tasks[varying_[i]];
    task.cycles = from.cycles;
    task.input_bytes = from.input_bytes;
    task.output_bytes = from.output_bytes;
    task.submit = from.submit;
    from.varies->draw(sizes, bits, task);
    drawn_[i] = {task.cycles, task.input_bytes, task.output_bytes, task.submit};
  }
}

void InstanceValues::take_typical() {
  is_typical_ = true;
  for (const WorkloadBranch& branch : workload_.branches) {
    std::uint64_t rest = kCertain;  // probability that no alternative is taken
    for (const WorkloadBranch::Alternative& alternative : branch.alternatives) rest -= alternative.millionths;
    std::uint64_t most = rest;
    for (const WorkloadBranch::Alternative& alternative : branch.alternatives)
      most = std::max(most, alternative.millionths);
    bool found = rest == most;
    for (const WorkloadBranch::Alternative& alternative : branch.alternatives) {
      const bool taken = !found && alternative.millionths == most;
      found = found || taken;
      for (const std::uint32_t task : alternative.tasks) left_out_[task] = !taken;
    }
  }
}

void InstanceValues::take_all() {
  is_typical_ = true;
  left_out_.assign(left_out_.size(), false);
}

bool InstanceValues::varies_submit(std::uint32_t index) const {
  const auto& varies = workload_.tasks[index].varies;
  return varies != nullptr && !varies->json("submit").empty();
}

void InstanceValues::save(Saved& to) const {
  to.drawn_ = drawn_;
  to.left_out_ = left_out_;
}

void InstanceValues::restore(const Saved& from) {
  drawn_ = from.drawn_;
  left_out_ = from.left_out_;
}

void InstanceValues::apply(std::uint32_t index, Task& task) const {
  if (!left_out_.empty() && left_out_[index]) {
    task.cls = TaskClass::event;
    task.jobs = 0;
    task.groups.clear();
    task.job_bytes = 0;
    task.cycles = 0;
    task.cycles_by_type.clear();
    task.type = kAnyType;
    task.input_bytes = 0;
    task.output_bytes = 0;
    task.load = {};
    task.reads.clear();
    task.writes.clear();
    return;
  }
  if (is_typical_ || slot_.empty() || slot_[index] == kNone) return;
  const Drawn& drawn = drawn_[slot_[index]];
  task.cycles = drawn.cycles;
  task.input_bytes = drawn.input_bytes;
  task.output_bytes = drawn.output_bytes;
}

}  // namespace gantry
