// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/levers.h"

#include <algorithm>
#include <utility>

namespace gantry {
inline namespace explain {

namespace {

/// A gain of a smaller share of the run is not worth a try.
constexpr double kWorthATry = 0.02;
/// Nor is a resource beside one of the same part that may bring ten times as much.
constexpr double kBeside = 0.1;

/// A bound of this share of the run binds it.
constexpr double kBinds = 0.95;

/// Causes whose cycles on the path are latencies. Of the others ready tasks may have waited longer than the path did.
constexpr std::uint32_t kLatencyCauses = bit_of(Cause::input) | bit_of(Cause::output) | bit_of(Cause::network) |
                                         bit_of(Cause::send) | bit_of(Cause::fetch) | bit_of(Cause::submit);

/// Twice as much of what tasks waited for lets one more of them in, which then waits for what the others wait for.
constexpr double kOfHeld = 0.5;

/// Cycles that a resource may save, as far as causes and bounds say.
double hope_of(const Resource& resource, const PathFacts& path, const Bounds& bounds, const LatencySlices& slices,
               Cycle cycles) {
  double waited = 0.0;
  for (std::size_t c = 0; c < kCauses; ++c) {
    if ((resource.causes >> c & 1U) == 0) continue;
    const bool latency = (kLatencyCauses >> c & 1U) != 0;
    const auto spent = static_cast<double>(path.causes[c]);
    const double held = latency ? 0.0 : kOfHeld * static_cast<double>(path.held[c]);
    waited += slices.share(resource, static_cast<Cause>(c)) * std::max(spent, held);
  }
  Cycle bound = 0;
  for (std::size_t b = 0; b < kBoundCount; ++b) {
    if ((resource.bounds >> b & 1U) != 0) bound = std::max(bound, bounds.cycles[b]);
  }
  const auto most = static_cast<double>(most_saved({&resource}, bounds, cycles));
  // A bound that is nearly all of the run is what holds it up. Of any other, doubling leaves half.
  const auto least = static_cast<double>(bound);
  const bool binds = least >= kBinds * static_cast<double>(cycles);
  return std::min(most, std::max(waited, binds ? least : least / 2.0));
}

}  // namespace

Cycle most_saved(const std::vector<const Resource*>& resources, const Bounds& bounds, Cycle cycles) {
  std::uint32_t moves = 0;
  bool moves_chain = false;
  for (const Resource* resource : resources) {
    moves |= resource->moves;
    moves_chain = moves_chain || resource->moves_chain();
  }
  Cycle least = std::max(bounds.last_arrival, moves_chain ? 0 : bounds.chain);
  for (std::size_t b = 0; b < kBoundCount; ++b) {
    if ((moves >> b & 1U) == 0) least = std::max(least, bounds.cycles[b]);
  }
  return cycles - std::min(cycles, least);
}

std::vector<Lever> levers(const PathFacts& path, const Bounds& bounds, const LatencySlices& slices, Cycle cycles,
                          const std::function<bool(const Resource&)>& has) {
  struct Candidate {
    const Resource* resource;
    double hope;
  };
  std::vector<Candidate> candidates;
  for (const Resource& resource : resources()) {
    const double hope = hope_of(resource, path, bounds, slices, cycles);
    if (hope >= kWorthATry * static_cast<double>(cycles) && has(resource)) candidates.push_back({&resource, hope});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.hope > b.hope; });
  struct Group {
    Part part;
    double best;
    Lever lever;
  };
  std::vector<Group> groups;
  for (const auto& [resource, hope] : candidates) {
    const auto of = std::find_if(groups.begin(), groups.end(),
                                 [part = resource->part](const Group& group) { return group.part == part; });
    if (of == groups.end()) {
      if (groups.size() < kMostLevers) groups.push_back({resource->part, hope, {{resource}, 0}});
    } else if (of->lever.resources.size() < kMostOfLever && hope >= kBeside * of->best) {
      of->lever.resources.push_back(resource);
    }
  }
  // Faster processors help nearly everywhere, and are harder to have than anything else.
  std::stable_partition(groups.begin(), groups.end(),
                        [](const Group& group) { return group.part != Part::computation; });
  std::vector<Lever> found;
  for (Group& group : groups) {
    group.lever.most_saved = most_saved(group.lever.resources, bounds, cycles);
    found.push_back(std::move(group.lever));
  }
  return found;
}

std::optional<Loss> largest_loss(const std::array<Cycle, kCauses>& held) {
  std::uint32_t shortened = 0;
  for (const Resource& resource : resources()) shortened |= resource.causes;
  std::optional<Loss> most;
  for (std::size_t i = 0; i < kCauses; ++i) {
    if ((shortened >> i & 1U) == 0 || held[i] == 0) continue;
    if (!most || held[i] > most->held) most = Loss{static_cast<Cause>(i), held[i]};
  }
  return most;
}

}  // namespace explain
}  // namespace gantry
