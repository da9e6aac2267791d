// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/periodic.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gantry/plan/periodic/retiming_bound.h"
#include "gantry/plan/periodic/slices.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

/// Billionths as a decimal without needless zeros.
std::string decimal(std::uint64_t billionths) {
  std::string fraction = std::to_string(kBillion + billionths % kBillion).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(billionths / kBillion) + (fraction.empty() ? "" : "." + fraction);
}

/// The best of many ways to spread the copies over the period: coarse and fine spans, with small and large margins; as
/// many of them as the limits of the search allow, the most promising first.
PeriodicSchedule spread(const Copies& copies, const Unrolling& unrolling, std::uint32_t processors, bool latest,
                        const SearchLimits& limits) {
  PeriodicSchedule best;
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t work = 0;
  const std::uint64_t per_way = 4 * (copies.size() + copies.graph().edges().size() * std::uint64_t{copies.unroll()});
  const std::uint64_t on_each = std::max<std::uint64_t>(1, copies.size() / processors);
  for (const std::uint32_t in_a_span : {8U, 16U, 4U, 2U, 1U}) {
    const std::uint64_t wanted = std::max<std::uint64_t>(1, on_each / in_a_span);
    const std::uint64_t spans = std::min<std::uint64_t>(wanted, unrolling.period);
    const Time span = unrolling.period / spans;
    for (const Time margin : {span, span / 2, 2 * span, span / 4, 4 * span, Time{0}}) {
      const bool stop = limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed);
      if (least != ~std::uint64_t{0} && (stop || work + per_way > limits.work / 2)) return best;
      work += per_way;
      PeriodicSchedule tried =
          place_in_spans(copies, unrolling.processor, static_cast<std::uint32_t>(spans), margin, latest);
      const std::uint64_t retiming = *std::max_element(tried.retiming.begin(), tried.retiming.end());
      if (retiming >= least) continue;
      least = retiming;
      best = std::move(tried);
    }
  }
  return best;
}

/// A scheme of the source as it is, with copies without time between the others.
std::uint64_t finished(const Copies& copies, PeriodicSchedule& scheme) {
  put_between(copies, scheme);
  return retime(copies, scheme);
}

}  // namespace

SourceSchemes source_schemes(const PeriodicProblem& problem, const UnrollingLimits& limits) {
  SourceSchemes made;
  made.unrolling = unroll(problem.graph, problem.processors, limits);
  const Copies copies(problem.graph, problem.transfer, made.unrolling.unroll, made.unrolling.period);
  made.initial = {made.unrolling.processor, made.unrolling.start, {}};
  finished(copies, made.initial);
  made.adjusted = adjust_by_key_nodes(copies, made.unrolling.processor, &made.steps);
  finished(copies, made.adjusted);
  return made;
}

PeriodicResult plan_periodic(const PeriodicProblem& problem, const PeriodicOptions& options) {
  PeriodicResult result;
  result.unrolling = unroll(problem.graph, problem.processors, options.unrolling);
  const Unrolling& unrolling = result.unrolling;
  const Copies copies(problem.graph, problem.transfer, unrolling.unroll, unrolling.period);

  PeriodicSchedule stacked{unrolling.processor, unrolling.start, {}};
  result.max_retiming_before = retime(copies, stacked);
  PeriodicSchedule adjusted = adjust_by_key_nodes(copies, unrolling.processor);
  result.max_retiming_source = retime(copies, adjusted);
  if (options.until != PeriodicUntil::stable) {
    const std::uint64_t known = std::min(result.max_retiming_before, result.max_retiming_source);
    result.least_retiming = retiming_bound(copies, &unrolling.processor, problem.processors, known);
    result.schedule = std::move(options.until == PeriodicUntil::start ? stacked : adjusted);
    result.max_retiming = finished(copies, result.schedule);
    return result;
  }
  const std::vector<PeriodicSchedule> first = {std::move(stacked),
                                               std::move(adjusted),
                                               place_earliest_first(copies, unrolling.processor),
                                               place_latest_first(copies, unrolling.processor),
                                               spread(copies, unrolling, problem.processors, false, options.search),
                                               spread(copies, unrolling, problem.processors, true, options.search)};
  const auto bound = [&](const std::vector<std::uint32_t>* assigned, std::uint64_t known) {
    return retiming_bound(copies, assigned, problem.processors, known);
  };
  const std::uint64_t known = std::min(result.max_retiming_before, result.max_retiming_source);
  result.least_retiming = bound(&unrolling.processor, known);
  // Twice: near a start that is by far the best, the first search tries no others.
  SearchResult found = search_prologue(copies, first, 0, result.least_retiming, options.search);
  std::vector<PeriodicSchedule> sliced =
      best_slices(copies, unrolling.processor, result.least_retiming, found.max_retiming, options.search.work / 4);
  if (!sliced.empty()) {
    const std::uint64_t before = found.rounds;
    found = search_prologue(copies, sliced, 0, result.least_retiming, options.search);
    found.rounds += before;
  }
  if (options.reassign) {
    const std::uint64_t before = found.rounds;
    result.least_retiming = bound(nullptr, found.max_retiming);
    found =
        search_prologue(copies, {std::move(found.schedule)}, problem.processors, result.least_retiming, options.search);
    found.rounds += before;
  }
  result.schedule = std::move(found.schedule);
  result.max_retiming = found.max_retiming;
  result.rounds = found.rounds;
  if (!options.exact || exact_pairs(copies, result.schedule.processor) > kMostExactPairs ||
      copies.period() > kMostExactPeriod) {
    return result;
  }
  result.exact =
      exact_prologue(copies, result.schedule, bound(&result.schedule.processor, result.max_retiming), *options.exact);
  if (result.exact->better) {
    result.schedule = *result.exact->better;
    result.max_retiming = retime(copies, result.schedule);
  }
  return result;
}

Plan periodic_plan(const PeriodicProblem& problem, const PeriodicOptions& options, const PeriodicResult& result) {
  const Unrolling& unrolling = result.unrolling;
  const Time least = least_period(problem.graph, problem.processors, unrolling.unroll);
  Plan plan;
  plan.method = "periodic";
  plan.parameters.set("utilization", decimal(options.unrolling.utilization_billionths));
  plan.parameters.set("max_unroll", std::uint64_t{options.unrolling.max_unroll});
  plan.parameters.set("reassign", options.reassign);
  if (options.until == PeriodicUntil::stable) {
    plan.parameters.set("rounds", options.search.rounds);
    plan.parameters.set("seed", options.search.seed);
  } else {
    plan.parameters.set("until", std::string(options.until == PeriodicUntil::start ? "start" : "source"));
  }

  plan.metrics.set("unroll", std::uint64_t{unrolling.unroll});
  plan.metrics.set("period", unrolling.period);
  plan.metrics.set("utilization", utilization(problem.graph, problem.processors, unrolling.unroll, unrolling.period));
  plan.metrics.set("least_period", least);
  plan.metrics.set("period_gap", *gap(unrolling.period, least));
  plan.metrics.set("max_retiming", result.max_retiming);
  plan.metrics.set("prologue", result.max_retiming * unrolling.period);
  plan.metrics.set("max_retiming_before", result.max_retiming_before);
  plan.metrics.set("max_retiming_source", result.max_retiming_source);
  plan.metrics.set("least_retiming", result.least_retiming);
  plan.metrics.set("above_least_retiming", result.max_retiming - result.least_retiming);
  plan.metrics.set("rounds_tried", result.rounds);
  if (result.exact) {
    const ExactPrologue& exact = *result.exact;
    plan.metrics.set("exact_bound", exact.bound);
    plan.metrics.set("exact_found_better", exact.better.has_value());
    plan.metrics.set("exact_stopped", exact.stopped);
    plan.metrics.set("exact_nodes", exact.nodes);
    if (!exact.solver.empty()) plan.metrics.set("exact_solver", exact.solver + " " + exact.version);
  }

  for (std::uint32_t c = 0; c < result.schedule.start.size(); ++c) {
    Placement place;
    place.task = c / unrolling.unroll;
    place.copy = c % unrolling.unroll;
    place.processors = {result.schedule.processor[c]};
    place.start = result.schedule.start[c];
    place.finish = result.schedule.start[c] + problem.graph.time(place.task);
    place.retiming = result.schedule.retiming[c];
    plan.placement.push_back(std::move(place));
  }
  return plan;
}

}  // namespace gantry::plan
