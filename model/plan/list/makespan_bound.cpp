// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/makespan_bound.h"

#include <algorithm>
#include <map>
#include <vector>

#include "gantry/plan/list/load_density.h"
#include "gantry/plan/list/windows.h"

namespace gantry::plan {
namespace {

/// Looking at an interval costs some ten nanoseconds per task: so many of them are looked at, and never fewer than
/// kFewest intervals.
constexpr std::uint64_t kMostLooks = std::uint64_t{1} << 23;
constexpr std::uint64_t kFewest = 16;
/// Sets of processors that are looked at by themselves; of a machine with more only all of it.
constexpr std::size_t kMostSets = 16;

using Able = std::vector<bool>;  ///< by processor

bool within(const Able& inner, const Able& outer) {
  for (std::size_t p = 0; p < inner.size(); ++p) {
    if (inner[p] && !outer[p]) return false;
  }
  return true;
}

/// All tasks on all processors; and for every set of processors that is all a task can run on, the tasks that can run
/// on no other.
std::vector<Crew> crews(const ListProblem& problem) {
  const TaskTimes& times = problem.times;
  std::vector<Crew> crews(1);
  crews[0].processors = times.processors();
  for (std::uint32_t t = 0; t < problem.graph.tasks(); ++t) crews[0].tasks.push_back(t);
  if (times.alike()) return crews;
  std::map<Able, std::vector<std::uint32_t>> sets;
  Able able(times.processors());
  for (std::uint32_t t = 0; t < problem.graph.tasks(); ++t) {
    for (std::uint32_t p = 0; p < times.processors(); ++p) able[p] = times(t, p) != TaskTimes::kCannotRun;
    sets[able].push_back(t);
    if (sets.size() > kMostSets) return crews;
  }
  for (const auto& outer : sets) {
    Crew crew;
    crew.processors = static_cast<std::uint32_t>(std::count(outer.first.begin(), outer.first.end(), true));
    if (crew.processors == times.processors()) continue;
    for (const auto& inner : sets) {
      if (within(inner.first, outer.first))
        crew.tasks.insert(crew.tasks.end(), inner.second.begin(), inner.second.end());
    }
    crews.push_back(std::move(crew));
  }
  return crews;
}

}  // namespace

Time makespan_bound(const ListProblem& problem) {
  const Windows windows = windows_of(problem);
  Time bound = windows.length;
  const std::vector<Crew> all = crews(problem);
  std::uint64_t tasks = 0;
  for (const Crew& crew : all) tasks += crew.tasks.size();
  const std::uint64_t intervals = std::max(kFewest, kMostLooks / std::max<std::uint64_t>(tasks, 1));
  for (const Crew& crew : all) {
    Time work = 0;
    for (const std::uint32_t t : crew.tasks) work = add(work, windows.times[t]);
    bound =
        std::max({bound, ceil_div(work, crew.processors), add(windows.length, load_density(windows, crew, intervals))});
  }
  return bound;
}

}  // namespace gantry::plan
