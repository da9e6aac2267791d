// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/processor_sets.h"

#include <algorithm>

#include "gantry/platform/processor_list.h"

namespace gantry {
inline namespace explain {

ProcessorSets::ProcessorSets(const Architecture& architecture)
    : processors_(list_processors(architecture)),
      table_(processors_, std::vector<std::uint32_t>(processors_.size(), 0)) {}

void ProcessorSets::parts_of(const Task& task, std::vector<TaskPart>& parts) {
  parts.clear();
  if (task.cls == TaskClass::event) return;
  task.for_each_group([&](const JobShape& shape, std::uint32_t jobs) {
    parts.push_back({&shape, jobs, of(shape, task.processors)});
  });
}

std::uint32_t ProcessorSets::of(const JobShape& shape, const std::vector<ProcessorId>& planned) {
  next_.requirement = 0;
  next_.types.clear();
  if (shape.cycles_by_type.empty()) {
    next_.requirement = table_.requirement(shape.type, shape.job_bytes);
  } else {
    for (ProcessorType type = 0; type < shape.cycles_by_type.size(); ++type) {
      if (shape.cycles_by_type[type] == JobCycles::kCannotRun) continue;
      next_.types.push_back(table_.requirement(type, shape.job_bytes));
    }
  }
  next_.processors = planned;
  if (last_ != kNone && next_ == asks_) return last_;
  std::swap(asks_, next_);
  const auto at = numbers_.find(asks_);
  last_ = at != numbers_.end() ? at->second : add(asks_);
  return last_;
}

std::uint32_t ProcessorSets::add(const Asks& asks) {
  Set set;
  set.members = make_bit_set(processors_.size());
  const auto take = [&](Requirement requirement) {
    for_each_bit(table_.capable(requirement), [&](ProcessorId p) { set_bit(set.members, p); });
  };
  if (asks.types.empty()) take(asks.requirement);
  for (const Requirement requirement : asks.types) take(requirement);
  if (!asks.processors.empty()) {
    ProcessorSet planned = make_bit_set(processors_.size());
    for (const ProcessorId p : asks.processors) {
      if (test_bit(set.members, p)) set_bit(planned, p);
    }
    set.members = std::move(planned);
  }
  // Different words can mean the same processors.
  const auto same = std::find_if(sets_.begin(), sets_.end(), [&](const Set& s) { return s.members == set.members; });
  const auto number = static_cast<std::uint32_t>(same - sets_.begin());
  if (same == sets_.end()) {
    for_each_bit(set.members, [&](ProcessorId p) {
      ++set.size;
      const ProcessorInfo& info = processors_[p];
      const auto alike = [&](const Kind& kind) {
        return kind.type == info.type && kind.speed.millionths == info.speed.millionths &&
               kind.set_up_cycles == info.set_up_cycles;
      };
      if (std::none_of(set.kinds.begin(), set.kinds.end(), alike))
        set.kinds.push_back({info.type, info.speed, info.set_up_cycles});
    });
    sets_.push_back(std::move(set));
  }
  numbers_.emplace(asks, number);
  return number;
}

ProcessorSets::Least ProcessorSets::least(std::uint32_t set, const JobCycles& job) const {
  constexpr std::uint64_t kOne = 1000000;
  Least least{kMaxJobTime, JobCycles::kCannotRun};
  for (const Kind& kind : sets_[set].kinds) {
    const std::uint64_t cycles = job.on(kind.type);
    if (cycles == JobCycles::kCannotRun) continue;
    const Cycle computes = kind.speed.millionths == kOne ? cycles : kind.speed.time_for(cycles);
    least.time = std::min(least.time, computes + kind.set_up_cycles + job.set_up);
    least.cycles = std::min(least.cycles, cycles);
  }
  return least;
}

}  // namespace explain
}  // namespace gantry
