// SPDX-License-Identifier: Apache-2.0
// Bounds and means of a network from pattern, routes and router, without running a cycle.
#pragma once

#include <optional>

namespace gantry {

struct NetworkExperiment;

struct NetworkBounds {
  /// Highest load, in flits per cycle and node, that all sources can send at once. Exact for routes that do not depend
  /// on the traffic; with adaptive ones an upper bound.
  double throughput = 0.0;
  /// Whether destinations or routes are drawn. If so, no load at the bound is stable: the queue of a link that is busy
  /// in every cycle grows without limit.
  bool drawn = true;
  [[nodiscard]] bool can_all_have(double load) const { return load <= throughput * (1 + 1e-15); }
  /// Upper bound of the throughput in the long run, in flits per cycle and node, with uneven sources
  /// (aggregate_bound.h); nothing: unknown.
  std::optional<double> in_all;
  double hops = 0.0;  ///< exact mean; with adaptive routes of packets that are alone
  /// Exact mean latency of packets that are alone; nothing: links differ, and packets have several routes.
  std::optional<double> zero_load;
  double about_alone = 0.0;          ///< the same, or else with all links as slow as the slowest
  std::optional<double> round_trip;  ///< mean latency of a request and its reply; nothing: no replies
};

/// Computes the bounds; nothing for a trace.
std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment);

}  // namespace gantry
