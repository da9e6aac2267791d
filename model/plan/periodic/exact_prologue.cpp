// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/exact_prologue.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace gantry::plan {
namespace {

/// Variables of the model: first a start for every copy (in cycles), then a retiming for every copy, then the largest,
/// then for every pair of a processor whether the first of it runs first.
struct Numbers {
  std::uint32_t copies;
  [[nodiscard]] std::uint32_t start(std::uint32_t copy) const { return copy; }
  [[nodiscard]] std::uint32_t retiming(std::uint32_t copy) const { return copies + copy; }
  [[nodiscard]] std::uint32_t largest() const { return 2 * copies; }
};

/// Visits all pairs of copies on one processor, but those of two without time.
template <class Visit>
void each_pair(const Copies& copies, const std::vector<std::uint32_t>& processor, Visit visit) {
  std::vector<std::vector<std::uint32_t>> on(*std::max_element(processor.begin(), processor.end()) + std::size_t{1});
  for (std::uint32_t c = 0; c < copies.size(); ++c) on[processor[c]].push_back(c);
  for (const auto& members : on) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = i + 1; j < members.size(); ++j) {
        if (copies.time(members[i]) + copies.time(members[j]) != 0) visit(members[i], members[j]);
      }
    }
  }
}

std::string name(const char* what, std::uint32_t copy, std::uint32_t unroll) {
  return what + std::to_string(copy / unroll) + "_" + std::to_string(copy % unroll);
}

/// Whole starts with the solution's order and retiming: the solver's are right but for its tolerance.
std::optional<PeriodicSchedule> exactly(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                        const std::vector<double>& values) {
  const Numbers number{copies.size()};
  PeriodicSchedule schedule{processor, std::vector<Time>(copies.size()), {}};
  std::vector<std::uint32_t> order(copies.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return values[number.start(a)] + 0.5 * static_cast<double>(copies.time(a)) <
           values[number.start(b)] + 0.5 * static_cast<double>(copies.time(b));
  });
  const auto retiming = [&](std::uint32_t copy) { return std::llround(values[number.retiming(copy)]); };
  // Each start as early as the orders and the retimings allow, until nothing moves.
  for (std::uint32_t round = 0; round <= copies.size(); ++round) {
    bool moved = false;
    const auto not_before = [&](std::uint32_t copy, std::int64_t earliest) {
      if (earliest <= static_cast<std::int64_t>(schedule.start[copy])) return;
      schedule.start[copy] = static_cast<Time>(earliest);
      moved = true;
    };
    std::vector<Time> free(*std::max_element(processor.begin(), processor.end()) + std::size_t{1});
    for (const std::uint32_t copy : order) {
      not_before(copy, static_cast<std::int64_t>(free[processor[copy]]));
      free[processor[copy]] = schedule.start[copy] + copies.time(copy);
      copies.before(copy, [&](std::uint32_t from, const Copies::Lag& lag) {
        const bool apart = processor[from] != processor[copy];
        const auto arrival =
            static_cast<std::int64_t>(schedule.start[from] + copies.time(from) + (apart ? lag.rest : 0));
        const std::int64_t between =
            retiming(from) - retiming(copy) - (apart ? static_cast<std::int64_t>(lag.periods) : 0);
        not_before(copy, arrival - between * static_cast<std::int64_t>(copies.period()));
      });
      if (schedule.start[copy] + std::max<Time>(copies.time(copy), 1) > copies.period()) return std::nullopt;
    }
    if (!moved) break;
  }
  return schedule;
}

}  // namespace

std::uint64_t exact_pairs(const Copies& copies, const std::vector<std::uint32_t>& processor) {
  std::uint64_t pairs = 0;
  each_pair(copies, processor, [&](std::uint32_t, std::uint32_t) { ++pairs; });
  return pairs;
}

Milp prologue_model(const Copies& copies, const std::vector<std::uint32_t>& processor, std::uint64_t most) {
  const Numbers number{copies.size()};
  const auto period = static_cast<double>(copies.period());
  const auto largest = static_cast<double>(most);
  Milp milp;
  for (std::uint32_t c = 0; c < copies.size(); ++c) {
    const auto room = static_cast<double>(copies.period() - std::max<Time>(copies.time(c), 1));
    milp.add_variable(0, room, 0, false, name("s", c, copies.unroll()));
  }
  for (std::uint32_t c = 0; c < copies.size(); ++c) {
    milp.add_variable(0, largest, 0, true, name("r", c, copies.unroll()));
  }
  milp.add_variable(0, largest, 1, true, "largest");
  for (std::uint32_t c = 0; c < copies.size(); ++c) {
    milp.add_row(0, Milp::kInfinity, {{number.largest(), 1}, {number.retiming(c), -1}},
                 name("largest", c, copies.unroll()));
  }
  for (std::uint32_t c = 0; c < copies.size(); ++c) {
    copies.before(c, [&](std::uint32_t from, const Copies::Lag& lag) {
      const bool apart = processor[from] != processor[c];
      const double delay = static_cast<double>(copies.time(from)) +
                           (apart ? static_cast<double>(lag.rest) + static_cast<double>(lag.periods) * period : 0);
      milp.add_row(delay, Milp::kInfinity,
                   {{number.start(c), 1},
                    {number.start(from), -1},
                    {number.retiming(from), period},
                    {number.retiming(c), -period}},
                   name("edge", from, copies.unroll()) + "." + std::to_string(c / copies.unroll()));
    });
  }
  each_pair(copies, processor, [&](std::uint32_t a, std::uint32_t b) {
    const std::string pair = std::to_string(a) + "." + std::to_string(b);
    const std::uint32_t first = milp.add_variable(0, 1, 0, true, "first" + pair);
    // first: s_b >= s_a + c_a; else s_a >= s_b + c_b
    milp.add_row(static_cast<double>(copies.time(a)) - period, Milp::kInfinity,
                 {{number.start(b), 1}, {number.start(a), -1}, {first, -period}}, "ahead" + pair);
    milp.add_row(static_cast<double>(copies.time(b)), Milp::kInfinity,
                 {{number.start(a), 1}, {number.start(b), -1}, {first, period}}, "behind" + pair);
  });
  return milp;
}

ExactPrologue exact_prologue(const Copies& copies, const PeriodicSchedule& known, std::uint64_t least,
                             const MilpLimits& limits) {
  ExactPrologue exact;
  const std::uint64_t reached = *std::max_element(known.retiming.begin(), known.retiming.end());
  exact.bound = std::min(least, reached);
  if (exact.bound == reached) {
    exact.status = MilpStatus::kOptimal;
    exact.stopped = "bound";
    return exact;
  }
  const MilpSolution solution = solve(prologue_model(copies, known.processor, reached - 1), limits);
  exact.solver = solution.solver;
  exact.version = solution.version;
  exact.stopped = solution.stopped;
  exact.nodes = solution.nodes;
  if (solution.status == MilpStatus::kInfeasible) {
    exact.status = MilpStatus::kOptimal;
    exact.bound = reached;
    return exact;
  }
  constexpr double kTolerance = 1e-6;
  if (solution.bound > 0) {
    exact.bound = std::max(exact.bound, static_cast<std::uint64_t>(std::ceil(solution.bound - kTolerance)));
    exact.bound = std::min(exact.bound, reached);
  }
  if (solution.values.empty()) return exact;
  auto better = exactly(copies, known.processor, solution.values);
  if (!better) return exact;
  const std::uint64_t found = retime(copies, *better);
  if (found >= reached) return exact;
  exact.better = std::move(better);
  exact.status = found == exact.bound ? MilpStatus::kOptimal : MilpStatus::kFeasible;
  return exact;
}

}  // namespace gantry::plan
