// SPDX-License-Identifier: Apache-2.0
// What one load, or a trace, did to a network.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/network_stats.h"

namespace gantry {

/// Loads are in flits per cycle and node.
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
  std::uint64_t packets = 0;  ///< measured
  LatencyStats round_trip;    ///< creation of a measured request to the last flit of its reply
  std::uint64_t round_trips = 0;
  std::uint64_t flit_hops = 0;  ///< of the whole run
  Cycle cycles = 0;
  InterconnectTraffic traffic;  ///< of the whole run; latencies of the measured packets
};

/// A point of the curve of latency over load.
struct LoadSample {
  std::uint64_t rate = 0;  ///< packets per cycle and node, in millionths
  double offered = 0.0;
  double accepted = 0.0;
  bool stable = false;
  bool has_latency = false;  ///< stable, and there were packets
  double mean = 0.0;         ///< cycles, as is p99
  std::uint64_t p99 = 0;
};

inline LoadSample sample_of(const NetworkPoint& point) {
  return {point.rate,         point.offered,    point.accepted, point.stable, point.stable && point.packets > 0,
          point.latency.mean, point.latency.p99};
}

}  // namespace gantry
