// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/part_bound.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

constexpr Time kNotThere = TaskTimes::kCannotRun;
constexpr double kUnits = 1e6;             // of `at_most` in the program
constexpr double kSolverTolerance = 1e-7;  // of the solver, that a bound must not owe its height to

/// Least time of a unit on the resources that carry transfers, or on the others.
Time least_time(const PipelineItems& single, std::uint32_t unit, bool carrying) {
  Time least = kNotThere;
  for (std::uint32_t r = 0; r < single.model().resource_count(); ++r) {
    if (single.model().resources[r].carries_transfers == carrying) least = std::min(least, single.unit_time(unit, r));
  }
  return least;
}

/// Most work, in times on carrying resources, that the others can take within `at_most` each: units with the most work
/// per own time first, and a part of one at the end.
Time taken_by_others(const PipelineItems& single, Time at_most) {
  struct Offer {
    Time work;
    Time time;
  };
  std::vector<Offer> offers;
  for (std::uint32_t u = 0; u < single.units(); ++u) {
    const Time work = least_time(single, u, true);
    const Time time = least_time(single, u, false);
    if (work != kNotThere && time != kNotThere && work > 0) offers.push_back({work, time});
  }
  std::stable_sort(offers.begin(), offers.end(),
                   [](const Offer& a, const Offer& b) { return Wide{a.work} * b.time > Wide{b.work} * a.time; });
  const auto& resources = single.model().resources;
  const auto others = static_cast<Time>(std::count_if(resources.begin(), resources.end(),
                                                      [](const PipelineResource& r) { return !r.carries_transfers; }));
  Wide room = Wide{at_most} * others;
  Time taken = 0;
  for (const Offer& offer : offers) {
    if (offer.time > room) return add(taken, static_cast<Time>(room * offer.work / offer.time) + 1);
    room -= offer.time;
    taken = add(taken, offer.work);
  }
  return taken;
}

/// The cheapest part with at least `share` of work: x = 1 for its units, out and in = 1 for results that cross.
Milp part_program(const PipelineItems& single, Time share, double unit) {
  Milp milp;
  const auto scaled = [unit](Time time) { return static_cast<double>(time) / unit; };
  std::vector<std::uint32_t> x;
  std::vector<Milp::Term> work;
  std::vector<Milp::Term> bytes;
  for (std::uint32_t u = 0; u < single.units(); ++u) {
    const Time time = least_time(single, u, true);
    const double cost = time == kNotThere ? 0 : scaled(time);
    x.push_back(milp.add_variable(0, time == kNotThere ? 0 : 1, cost, true, "x." + std::to_string(u)));
    if (cost > 0) work.push_back({x.back(), cost});
  }
  milp.add_row(scaled(share) * (1 - kSolverTolerance), Milp::kInfinity, work, "share");
  for (std::uint32_t i = 0; i < single.size(); ++i) {
    Time hop = 0;
    for (const std::uint32_t e : single.out(i)) hop = std::max(hop, single.edges()[e].hop);
    if (hop == 0) continue;
    // One variable: a result that leaves does not enter.
    const auto crosses = milp.add_variable(0, 1, scaled(hop), false, "cross." + std::to_string(i));
    for (const std::uint32_t e : single.out(i)) {
      const std::uint32_t from = x[single.unit(i)];
      const std::uint32_t to = x[single.unit(single.edges()[e].to)];
      if (from == to) continue;
      const std::string name = std::to_string(i) + '.' + std::to_string(e);
      milp.add_row(0, Milp::kInfinity, {{crosses, 1}, {from, -1}, {to, 1}}, "leave." + name);
      milp.add_row(0, Milp::kInfinity, {{crosses, 1}, {to, -1}, {from, 1}}, "enter." + name);
    }
  }
  std::uint64_t memory = 0;
  for (const PipelineResource& r : single.model().resources) {
    if (r.carries_transfers) memory = std::max(memory, r.memory.value_or(kLongest));
  }
  for (std::uint32_t u = 0; u < single.units(); ++u) {
    double held = 0;  // a parameter ties what uses it, so each has one unit
    for (const std::uint32_t p : single.held(u)) held += static_cast<double>(single.model().parameters[p].bytes);
    if (held > 0) bytes.push_back({x[u], held * kUnits / static_cast<double>(std::max<std::uint64_t>(memory, 1))});
  }
  if (!bytes.empty()) milp.add_row(-Milp::kInfinity, kUnits * (1 + kSolverTolerance), bytes, "memory");
  return milp;
}

}  // namespace

std::optional<PartBound> part_bound(const PipelineItems& items, Time at_most, const MilpLimits& limits) {
  PipelineModel one = items.model();
  one.subtasks = 1;
  const PipelineItems single(one);
  const auto carrying = static_cast<Time>(std::count_if(one.resources.begin(), one.resources.end(),
                                                        [](const PipelineResource& r) { return r.carries_transfers; }));
  if (carrying == 0 || items.units() != single.units()) return std::nullopt;
  const Time subtasks = items.model().subtasks;
  const Time most = at_most / subtasks + 1;
  Time work = 0;
  for (std::uint32_t u = 0; u < single.units(); ++u) {
    const Time time = least_time(single, u, true);
    if (time != kNotThere) work = add(work, time);
  }
  const Time taken = taken_by_others(single, most);
  if (taken >= work) return std::nullopt;
  const Time share = (work - taken + carrying - 1) / carrying;
  const double unit = std::max(1.0, static_cast<double>(most) / kUnits);
  PartBound bound;
  bound.solution = solve(part_program(single, share, unit), limits);
  if (bound.solution.status == MilpStatus::kInfeasible) {
    bound.value = at_most;
  } else if (bound.solution.bound > 0) {
    // Small times are whole, and so is their sum.
    const double value = bound.solution.bound;
    bound.value =
        static_cast<Time>(unit == 1 ? std::ceil(value - 1e-4) : value * (1 - kSolverTolerance) * unit) * subtasks;
  }
  bound.value = std::min(bound.value, at_most);
  return bound;
}

}  // namespace gantry::plan
