// SPDX-License-Identifier: Apache-2.0
// Measurements of one load, or of a trace.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/network_stats.h"

namespace gantry {

/// Runs that were simulated to their end, and their cycles.
struct SimulatedRuns {
  std::uint64_t runs = 0;
  Cycle cycles = 0;
  SimulatedRuns& operator+=(const SimulatedRuns& more) {
    runs += more.runs;
    cycles += more.cycles;
    return *this;
  }
};

/// One load. Loads are in flits per cycle and node.
struct NetworkPoint {
  std::uint64_t rate = 0;       ///< packets per cycle and node, in millionths; 0: a trace
  double offered = 0.0;         ///< offered load: rate x flits
  double accepted = 0.0;        ///< accepted load in the measured cycles
  double accepted_least = 0.0;  ///< accepted load of the node with the least
  double accepted_most = 0.0;
  double sent_least = 0.0;  ///< load that entered in the measured cycles, of the node that could send least
  double sent_most = 0.0;
  std::uint32_t sends_least = 0;  ///< that node; the first of several
  bool stable = true;
  const char* reason = "";  ///< why the load is not stable
  bool clear = false;       ///< this run decides stability without doubt
  bool settled = true;      ///< this run was stable, whatever the other runs found
  std::uint32_t stable_runs = 0;
  std::uint32_t unstable_runs = 0;
  LatencyStats latency;  ///< creation to last flit out, of packets created in the measured cycles
  std::uint64_t least_latency = 0;
  double half_width = 0.0;  ///< half width of the mean's 95 % confidence interval
  double hops = 0.0;        ///< links per flit
  Cycle warm_up_cycles = 0;
  Cycle measured_cycles = 0;
  Cycle drain_cycles = 0;
  std::uint64_t packets = 0;  ///< number of measured packets
  struct OfPriority {
    LatencyStats latency;
    std::uint64_t packets = 0;
  };
  OfPriority ordinary;  ///< measured packets that are not urgent, if there are urgent ones
  OfPriority urgent;
  LatencyStats round_trip;  ///< creation of a measured request to the last flit of its reply
  std::uint64_t round_trips = 0;
  std::uint64_t flit_hops = 0;  ///< flit hops of the complete run
  Cycle cycles = 0;             ///< of this run
  SimulatedRuns simulated;      ///< all runs of this load
  InterconnectTraffic traffic;  ///< traffic of the complete run; latencies of the measured packets

  /// Above saturation it grows with the length of the run.
  [[nodiscard]] bool has_latency() const { return stable && settled && packets > 0; }
};

/// A point of the curve of latency over load.
struct LoadSample {
  std::uint64_t rate = 0;  ///< packets per cycle and node, in millionths
  double offered = 0.0;
  double accepted = 0.0;
  double sent_least = 0.0;
  double sent_most = 0.0;
  std::uint32_t run = 0;  ///< number of the search's run, from 0
  Cycle cycles = 0;       ///< of the complete run
  bool stable = false;
  bool has_latency = false;  ///< the load is stable, and packets were measured
  double mean = 0.0;         ///< mean latency in cycles; p99 likewise
  std::uint64_t p99 = 0;
};

inline LoadSample sample_of(const NetworkPoint& point) {
  LoadSample sample;
  sample.rate = point.rate;
  sample.offered = point.offered;
  sample.accepted = point.accepted;
  sample.sent_least = point.sent_least;
  sample.sent_most = point.sent_most;
  sample.cycles = point.cycles;
  sample.stable = point.stable;
  sample.has_latency = point.has_latency();
  sample.mean = point.latency.mean;
  sample.p99 = point.latency.p99;
  return sample;
}

}  // namespace gantry
