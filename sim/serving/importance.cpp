// SPDX-License-Identifier: Apache-2.0
// The figures are whole numbers: cycles in halves or quarters, since the mean of a uniform distribution may end in one
// half; gains and shares in units of an amount (10^-12), rounded to the nearest.
#include "serving/importance.h"

#include <algorithm>
#include <vector>

namespace gantry {
namespace {

constexpr Amount kOne = Amount{1000000000000};

/// Twice the mean.
Amount twice(const Distribution& times) {
  return times.kind == Distribution::Kind::uniform ? Amount{times.low} + times.high : Amount{2} * times.low;
}

/// Half cycles of a batch through all engines of a node.
Amount batch_time(const NodeTimes& times, std::uint64_t requests) {
  Amount time = 0;
  for (const EngineTime& engine : times.engines) {
    if (engine.batch_cycles.empty()) {
      time += twice(engine.cycles) + twice(engine.per_request) * requests;
    } else {
      time += Amount{2} * engine.batch_cycles[requests - 1];
    }
  }
  return time;
}

/// Bytes that come in and go out for a request of a session of this kind.
Amount bytes_of(const ServingConfig& config, const SessionKind& kind, const SessionKind::Visit& visit) {
  Amount bytes = visit.after.empty() ? Amount{kind.input_bytes} : 0;
  for (const std::uint32_t before : visit.after) bytes += config.nodes[kind.visits[before].node].output_bytes;
  return bytes + Amount{config.nodes[visit.node].output_bytes} * std::max<std::size_t>(1, visit.before.size());
}

Amount figure(const ServingExperiment& experiment, NodeId n) {
  const ServingConfig& config = experiment.config;
  const NodeTimes& times = experiment.times[n];
  switch (config.scheduler.importance) {
    case Importance::weight:
      return 1;
    case Importance::response_time:
      return batch_time(times, 1) * std::max<Amount>(2, times.passes_are_work ? 2 : twice(times.passes));
    case Importance::batch_gain: {
      const std::uint64_t limit = config.nodes[n].batch_limit;
      const Amount full = batch_time(times, limit);
      return full == 0 ? kOne : (batch_time(times, 1) * limit * kOne + full / 2) / full;
    }
    case Importance::device_share:
      return config.nodes[n].compute;
    case Importance::io_share: {
      Amount most = 0;
      for (const SessionKind& kind : config.kinds) {
        for (const SessionKind::Visit& visit : kind.visits) {
          if (visit.node == n) most = std::max(most, bytes_of(config, kind, visit));
        }
      }
      return most;
    }
  }
  return 1;
}

/// `part` / `most`, in units of an amount. Both are halved until the product with 10^12 fits.
Amount share_of(Amount part, Amount most) {
  while (most >> 87U != 0) {
    part >>= 1U;
    most >>= 1U;
  }
  return (part * kOne + most / 2) / most;
}

/// `weight` x `share`, rounded down, and at least the least amount.
Amount scaled(Amount weight, Amount share) {
  return std::max<Amount>(1, weight / kOne * share + weight % kOne * share / kOne);
}

}  // namespace

std::optional<std::string> apply_importance(ServingExperiment& experiment) {
  if (experiment.config.scheduler.importance == Importance::weight) return std::nullopt;
  std::vector<Amount> figures;
  for (NodeId n = 0; n < experiment.config.nodes.size(); ++n) figures.push_back(figure(experiment, n));
  const Amount most = *std::max_element(figures.begin(), figures.end());
  if (most == 0)
    return "needs a node whose figure is above 0 (compute of device_share, bytes of io_share, else cycles)";
  for (NodeId n = 0; n < figures.size(); ++n) {
    Amount& weight = experiment.config.nodes[n].weight;
    weight = scaled(weight, share_of(figures[n], most));
  }
  return std::nullopt;
}

}  // namespace gantry
