// SPDX-License-Identifier: Apache-2.0
// The interconnect alone under synthetic traffic: one load, a list of loads, or the highest load that it carries.
// docs/network.md says how warm-up, convergence and saturation are found.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/records.h"
#include "core/statistics.h"
#include "core/types.h"
#include "network/network_experiment.h"

namespace gantry {

/// What one load did to the network. Loads are in flits per cycle and node.
struct NetworkPoint {
  std::uint64_t rate = 0;       ///< packets per cycle and node, in millionths; 0: a trace
  double offered = 0.0;         ///< rate x flits
  double accepted = 0.0;        ///< flits that arrived in the measured cycles
  double accepted_least = 0.0;  ///< the node that got least
  double accepted_most = 0.0;
  bool stable = true;
  const char* reason = "";  ///< why it is not stable
  LatencyStats latency;     ///< creation to last flit out, of the packets created in the measured cycles
  std::uint64_t least_latency = 0;
  double half_width = 0.0;  ///< of the mean's 95 % interval
  double hops = 0.0;        ///< links per flit
  Cycle warm_up_cycles = 0;
  Cycle measured_cycles = 0;
  Cycle drain_cycles = 0;
  std::uint64_t packets = 0;    ///< measured
  std::uint64_t flit_hops = 0;  ///< of the whole run
  Cycle cycles = 0;
  InterconnectTraffic traffic;  ///< of the whole run; latencies of the measured packets
};

struct NetworkSaturation {
  std::uint64_t rate = 0;           ///< highest stable one found
  std::uint64_t unstable_rate = 0;  ///< lowest unstable one found, at most 1 % above; 0: there is none
  double offered = 0.0;
  double accepted = 0.0;
};

struct NetworkBounds {
  double throughput = 0.0;  ///< exact: no routing of these packets carries more on these links
  double hops = 0.0;        ///< exact mean
  double zero_load = 0.0;   ///< exact mean latency when nothing is in the way
};

/// Exact figures of pattern and routes; nothing for a trace.
std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment);

/// `packets` hears of every packet that arrives.
NetworkPoint run_load(const NetworkExperiment& experiment, std::uint64_t rate, const NetworkBounds& bounds,
                      PacketSink* packets = nullptr);
NetworkPoint run_trace(const NetworkExperiment& experiment, PacketSink* packets = nullptr);
NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds);

}  // namespace gantry
