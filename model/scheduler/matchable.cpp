// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/matchable.h"

#include <algorithm>

#include "gantry/base/bits.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry {
inline namespace scheduler {

namespace {

/// Fills `set` with the processors that take the task's jobs by type and size.
void find_by_type(const Task& task, const ProcessorTable& processors, ProcessorSet& set) {
  if (task.cycles_by_type.empty()) {
    set = processors.capable(processors.requirement(task.type, task.job_bytes));
    return;
  }
  std::fill(set.begin(), set.end(), 0);
  for (ProcessorType type = 0; type < task.cycles_by_type.size(); ++type) {
    if (task.cycles_by_type[type] == JobCycles::kCannotRun) continue;
    const ProcessorSet& some = processors.capable(processors.requirement(type, task.job_bytes));
    for (std::size_t w = 0; w < some.size(); ++w) set[w] |= some[w];
  }
}

}  // namespace

void find_capable(const Task& task, const ProcessorTable& processors, ProcessorSet& set) {
  find_by_type(task, processors, set);
  if (task.processors.empty()) return;
  ProcessorSet planned = make_bit_set(processors.count());
  for (const ProcessorId p : task.processors) set_bit(planned, p);
  for (std::size_t w = 0; w < planned.size(); ++w) set[w] &= planned[w];
}

Matchable matchable(const Task& task, const ProcessorTable& processors, const DispatcherConfig& dispatcher) {
  if (task.cls == TaskClass::event) return Matchable::yes;
  ProcessorSet capable = make_bit_set(processors.count());
  find_by_type(task, processors, capable);
  if (is_empty(capable)) return Matchable::no_processor;
  const Colocation colocation = dispatcher.colocation[index(task.cls)];
  std::uint64_t best_cluster = 0;
  for (std::uint32_t cluster = 0; cluster < processors.clusters(); ++cluster) {
    ProcessorSet members = processors.cluster_members(cluster);
    for (std::size_t w = 0; w < members.size(); ++w) members[w] &= capable[w];
    const std::uint64_t places = processors.places(members);
    if (colocation == Colocation::all_clusters && places == 0) return Matchable::no_processor;
    best_cluster = std::max(best_cluster, places);
  }
  if (colocation == Colocation::all_clusters && task.jobs < processors.clusters()) return Matchable::too_few_jobs;
  if (dispatcher.mode != MatchMode::gang) return Matchable::yes;
  const std::uint64_t places = colocation == Colocation::one_cluster ? best_cluster : processors.places(capable);
  const bool at_once = dispatcher.match_against != MatchAgainst::capable;
  const bool in_time = ceil_div(task.jobs, dispatcher.match_jobs_per_cycle) <= dispatcher.match_timeout;
  return (at_once && task.jobs > places) || !in_time ? Matchable::too_many_jobs : Matchable::yes;
}

}  // namespace scheduler
}  // namespace gantry
