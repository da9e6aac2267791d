// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/patterns.h"

#include <algorithm>
#include <utility>

#include "gantry/plan/pipeline/search_steps.h"
#include "gantry/plan/pipeline/unit_flow.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

constexpr std::uint32_t kMostTurns = 3;
constexpr std::uint64_t kSeeds = 2;
constexpr std::size_t kGoOn = 3;  // of the short searches

std::uint32_t fastest(const PipelineItems& single, std::uint32_t unit) {
  std::uint32_t best = 0;
  for (std::uint32_t r = 1; r < single.model().resource_count(); ++r) {
    if (single.unit_time(unit, r) < single.unit_time(unit, best)) best = r;
  }
  return best;
}

std::vector<ArrangeRule> rules(const PipelineModel& model) {
  std::vector<ArrangeRule> rules(2);
  rules[1].oldest_first = true;
  const auto limited = [](const PipelineResource& r) { return r.memory.has_value(); };
  if (!std::any_of(model.resources.begin(), model.resources.end(), limited)) return rules;
  rules.push_back(rules[1]);
  for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
    rules.back().in_flight.push_back(model.resource_count() - r);
  }
  return rules;
}

}  // namespace

std::vector<std::uint32_t> interleaved(const PipelineItems& single, std::uint32_t turns) {
  const UnitFlow flow(single);
  const std::uint32_t resources = single.model().resource_count();
  std::vector<Time> times(flow.size(), 0);
  Time work = 0;
  for (std::uint32_t n = 0; n < flow.size(); ++n) {
    for (const std::uint32_t u : flow.units[n]) times[n] = add(times[n], single.unit_time(u, fastest(single, u)));
    work = add(work, times[n]);
  }
  const std::uint64_t stretches = std::uint64_t{resources} * turns;
  std::vector<std::uint32_t> resource(single.units());
  Time passed = 0;
  for (const std::uint32_t n : flow.order) {
    // The stretch in which the middle of the node lies.
    const Wide middle = Wide{passed} * 2 + times[n];
    const auto stretch = work == 0 ? 0 : static_cast<std::uint64_t>(middle * stretches / (Wide{work} * 2));
    passed += times[n];
    const auto r = static_cast<std::uint32_t>(std::min(stretch, stretches - 1) % resources);
    for (const std::uint32_t u : flow.units[n]) resource[u] = single.can_run(u, r) ? r : fastest(single, u);
  }
  return resource;
}

PatternResult search_patterns(const PipelineItems& items, const AnnealLimits& limits) {
  PipelineModel one = items.model();
  one.subtasks = 1;
  one.replicate = false;
  const PipelineItems single(one);
  struct Lane {
    ArrangeRule rule;
    std::vector<std::uint32_t> resource;
    std::uint64_t seed;
    PipelinePoint best;
  };
  std::vector<Lane> lanes;
  for (std::uint32_t turns = 1; turns <= kMostTurns; ++turns) {
    const std::vector<std::uint32_t> start = interleaved(single, turns);
    for (const ArrangeRule& rule : rules(items.model())) {
      for (std::uint64_t k = 0; k < kSeeds; ++k) lanes.push_back({rule, start, limits.seed * kSeeds + k, {}});
    }
  }
  PatternResult result;
  const auto search = [&](Lane& lane, std::uint64_t iterations) {
    AnnealLimits own = limits;
    own.iterations = iterations;
    own.seed = lane.seed;
    AnnealResult found = anneal_placement(items, single, lane.resource, lane.rule, own);
    result.iterations += found.iterations;
    lane.best = std::move(found.best);
    for (std::uint32_t u = 0; u < items.units(); ++u) {
      lane.resource[single.unit(items.members(u)[0] % single.size())] = lane.best.choice.resource[u];
    }
  };
  const auto is_better = [](const Lane& a, const Lane& b) {
    return better(a.best.excess, a.best.value, b.best.excess, b.best.value);
  };
  // Even without time left every start is looked at once.
  for (Lane& lane : lanes) search(lane, limits.iterations / 2 / lanes.size());
  std::stable_sort(lanes.begin(), lanes.end(), is_better);
  lanes.resize(std::min(lanes.size(), kGoOn));
  for (Lane& lane : lanes) {
    ++lane.seed;
    search(lane, limits.iterations / 2 / kGoOn);
  }
  const Lane& best = *std::min_element(lanes.begin(), lanes.end(), is_better);
  result.best = best.best;
  result.rule = best.rule;
  return result;
}

}  // namespace gantry::plan
