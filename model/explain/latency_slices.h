// SPDX-License-Identifier: Apache-2.0
// What the latency of a run's messages and accesses to memory and local stores consists of, in the mean.
#pragma once

#include "gantry/explain/causes.h"
#include "gantry/explain/resources.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/run_stats.h"

namespace gantry {
inline namespace explain {

/// Shares of the slices, from the latencies of docs/timing.md, the run's mean packet and its mean part of data.
class LatencySlices {
 public:
  LatencySlices(const Architecture& architecture, const RunStats& stats);

  /// Returns the share of a cause's cycles that a resource may shorten, 0..1. For causes that are neither messages nor
  /// accesses it is 1.
  [[nodiscard]] double share(const Resource& resource, Cause cause) const;

 private:
  [[nodiscard]] double of_message(Slice slice) const;
  void add_processors(const RunStats& stats);
  void add_control(const ControlConfig& control, const InterconnectStats& measured);
  void add_stores(const Architecture& architecture, double message, double flit_cycles, const DataStats& data);
  void add_capacity(double access, const DataStats& data);
  void add_directory(const Architecture& architecture, double flits, const DataStats& data, std::uint64_t jobs);

  double routers_ = 0.0;
  double links_ = 0.0;
  double flits_ = 0.0;
  double credits_ = 0.0;
  double queues_ = 0.0;       ///< waits for others
  double in_accesses_ = 0.0;  ///< share of messages in an access to memory
  double access_ = 0.0;
  double transfer_ = 0.0;
  double from_stores_ = 0.0;     ///< share of parts from other stores in the bytes of all parts that were brought
  double read_out_ = 0.0;        ///< share of the read-out in an access to a store
  double capacity_ = 0.0;        ///< share of evictions and waits for capacity in the input of jobs
  double unknown_reads_ = 0.0;   ///< share of parts without an entry in the parts that were brought
  double unknown_writes_ = 0.0;  ///< share of them in the written parts
  double look_up_ = 0.0;         ///< share of a job's look-ups in the cycles until its message has left
  double cores_ = 0.0;           ///< share of computation that waited for other jobs of the same core
  double engines_ = 0.0;         ///< the same for dma engines
  bool apart_ = false;           ///< control messages have a network of their own
  double control_ = 0.0;         ///< share of links and routers in the latency of a control message
};

}  // namespace explain
}  // namespace gantry
