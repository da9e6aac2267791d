// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/matchable.h"

#include <algorithm>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry {
inline namespace scheduler {

namespace {

/// Fills `set` with the processors that take such jobs by type and size.
void find_by_type(const JobShape& shape, const ProcessorTable& processors, ProcessorSet& set) {
  if (shape.cycles_by_type.empty()) {
    set = processors.capable(processors.requirement(shape.type, shape.job_bytes));
    return;
  }
  std::fill(set.begin(), set.end(), 0);
  for (ProcessorType type = 0; type < shape.cycles_by_type.size(); ++type) {
    if (shape.cycles_by_type[type] == JobCycles::kCannotRun) continue;
    const ProcessorSet& some = processors.capable(processors.requirement(type, shape.job_bytes));
    for (std::size_t w = 0; w < some.size(); ++w) set[w] |= some[w];
  }
}

/// Whether each group finds places beside those of the groups before it, whichever of their processors those take.
bool fit_together(const Task& task, const std::vector<ProcessorSet>& capable, const ProcessorTable& processors) {
  for (std::size_t g = 0; g < capable.size(); ++g) {
    std::uint64_t jobs = 0;
    for (std::size_t before = 0; before <= g; ++before)
      jobs += any_common(capable[before], capable[g]) ? task.groups[before].jobs : 0;
    if (jobs > processors.places(capable[g])) return false;
  }
  return true;
}

}  // namespace

void find_capable(const JobShape& shape, const Task& task, const ProcessorTable& processors, ProcessorSet& set) {
  find_by_type(shape, processors, set);
  if (task.processors.empty()) return;
  ProcessorSet planned = make_bit_set(processors.count());
  for (const ProcessorId p : task.processors) set_bit(planned, p);
  for (std::size_t w = 0; w < planned.size(); ++w) set[w] &= planned[w];
}

Matchable matchable(const Task& task, const ProcessorTable& processors, const DispatcherConfig& dispatcher) {
  if (task.cls == TaskClass::event) return Matchable::yes;
  std::vector<ProcessorSet> sets;
  task.for_each_group([&](const JobShape& shape, std::uint32_t /*jobs*/) {
    find_by_type(shape, processors, sets.emplace_back(make_bit_set(processors.count())));
  });
  const auto is_none = [](const ProcessorSet& set) { return is_empty(set); };
  if (std::any_of(sets.begin(), sets.end(), is_none)) return Matchable::no_processor;
  const ProcessorSet& capable = sets.front();
  const bool alike = std::all_of(sets.begin(), sets.end(), [&](const ProcessorSet& set) { return set == capable; });
  const Colocation colocation = dispatcher.colocation[index(task.cls)];
  if (!alike && colocation != Colocation::none) return Matchable::different_jobs;
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
  const bool room = alike ? task.jobs <= places : fit_together(task, sets, processors);
  return (at_once && !room) || !in_time ? Matchable::too_many_jobs : Matchable::yes;
}

}  // namespace scheduler
}  // namespace gantry
