// SPDX-License-Identifier: Apache-2.0
// What pattern, routes and router say of a network before any cycle is run.
#pragma once

#include <optional>

#include "network/network_experiment.h"

namespace gantry {

struct NetworkBounds {
  /// The highest load, in flits per cycle and node, that all sources can have at once: exact on routes that do not look
  /// at the traffic; with adaptive ones what no routes can carry more of.
  double throughput = 0.0;
  [[nodiscard]] bool can_all_have(double load) const { return load <= throughput * (1 + 1e-9); }
  /// More cannot arrive in the long run, in flits per cycle and node, however uneven sources are (aggregate_bound.h);
  /// nothing: not known.
  std::optional<double> in_all;
  double hops = 0.0;  ///< exact mean; with adaptive routes of packets that are alone
  /// Exact mean latency of packets that are alone; nothing: links differ, and packets have more ways than one.
  std::optional<double> zero_load;
  double about_alone = 0.0;  ///< the same, or what it may be: of packets whose links are all as slow as the slowest
  std::optional<double> round_trip;  ///< the same of a request and its reply, if there are replies
};

/// Exact figures of pattern and routes; nothing for a trace.
std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment);

}  // namespace gantry
