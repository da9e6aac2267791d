// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/makespan_bound.h"

#include <algorithm>
#include <map>
#include <vector>

#include "gantry/plan/list/load_density.h"
#include "gantry/plan/list/windows.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

/// Limit of intervals times tasks that are examined; one costs some ten nanoseconds. At least kFewest intervals are.
constexpr std::uint64_t kMostLooks = std::uint64_t{1} << 23;
constexpr std::uint64_t kFewest = 16;
/// Most sets of processors that are examined one by one; with more sets only the complete machine is.
constexpr std::size_t kMostSets = 16;

using Able = std::vector<bool>;  ///< by processor

bool within(const Able& inner, const Able& outer) {
  for (std::size_t p = 0; p < inner.size(); ++p) {
    if (inner[p] && !outer[p]) return false;
  }
  return true;
}

/// As Crew has it.
std::uint64_t capacity(const ListProblem& problem, const Windows& windows, const std::vector<std::uint32_t>& tasks) {
  const TaskTimes& times = problem.times;
  if (times.alike()) return times.processors() * kShares;
  std::uint64_t sum = 0;
  for (std::uint32_t p = 0; p < times.processors(); ++p) {
    std::uint64_t most = 0;
    for (const std::uint32_t t : tasks) {
      if (windows.times[t] == 0 || times(t, p) == TaskTimes::kCannotRun || most == kShares) continue;
      const Wide share = (Wide{windows.times[t]} * kShares + times(t, p) - 1) / times(t, p);
      most = std::max(most, static_cast<std::uint64_t>(share));
    }
    sum += most;
  }
  return std::max<std::uint64_t>(sum, 1);
}

/// All tasks on all processors; and for every set of processors that is all a task can run on, the tasks that can run
/// on no other.
std::vector<Crew> crews(const ListProblem& problem, const Windows& windows) {
  const TaskTimes& times = problem.times;
  std::vector<Crew> crews(1);
  crews[0].processors = times.processors();
  for (std::uint32_t t = 0; t < problem.graph.tasks(); ++t) crews[0].tasks.push_back(t);
  crews[0].capacity = capacity(problem, windows, crews[0].tasks);
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
    crew.processors = static_cast<std::uint64_t>(std::count(outer.first.begin(), outer.first.end(), true));
    if (crew.processors == times.processors()) continue;
    for (const auto& inner : sets) {
      if (within(inner.first, outer.first))
        crew.tasks.insert(crew.tasks.end(), inner.second.begin(), inner.second.end());
    }
    crew.capacity = capacity(problem, windows, crew.tasks);
    crews.push_back(std::move(crew));
  }
  return crews;
}

}  // namespace

Time makespan_bound(const ListProblem& problem) {
  const Windows windows = windows_of(problem);
  Time bound = windows.length;
  const std::vector<Crew> all = crews(problem, windows);
  std::uint64_t tasks = 0;
  for (const Crew& crew : all) tasks += crew.tasks.size();
  const std::uint64_t intervals = std::max(kFewest, kMostLooks / std::max<std::uint64_t>(tasks, 1));
  for (const Crew& crew : all) {
    Time work = 0;
    for (const std::uint32_t t : crew.tasks) work = add(work, windows.times[t]);
    const Wide cycles = (Wide{work} * kShares + crew.capacity - 1) / crew.capacity;
    bound = std::max({bound, static_cast<Time>(std::min(cycles, Wide{kLongest})),
                      add(windows.length, load_density(windows, crew, intervals))});
  }
  return bound;
}

}  // namespace gantry::plan
