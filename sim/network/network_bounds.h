// SPDX-License-Identifier: Apache-2.0
// What pattern, routes and router say of a network before any cycle is run.
#pragma once

#include <optional>

#include "network/network_experiment.h"

namespace gantry {

struct NetworkBounds {
  double throughput = 0.0;  ///< exact: no routing of these packets carries more on these links
  double hops = 0.0;        ///< exact mean
  double zero_load = 0.0;   ///< exact mean latency when nothing is in the way
  double round_trip = 0.0;  ///< the same of a request and its reply; 0: there are none
};

/// Exact figures of pattern and routes; nothing for a trace.
std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment);

}  // namespace gantry
