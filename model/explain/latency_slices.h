// SPDX-License-Identifier: Apache-2.0
// What the latency of a run's messages and accesses to memory consists of, in the mean.
#pragma once

#include "gantry/explain/causes.h"
#include "gantry/explain/resources.h"
#include "gantry/network/network_stats.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace explain {

/// Shares of the slices, from the latencies of docs/timing.md and the run's mean packet.
class LatencySlices {
 public:
  LatencySlices(const Architecture& architecture, const InterconnectStats& measured);

  /// Returns the share of a cause's cycles that a resource may shorten, 0..1. For causes that are neither messages nor
  /// accesses it is 1.
  [[nodiscard]] double share(const Resource& resource, Cause cause) const;

 private:
  [[nodiscard]] double of_message(Slice slice) const;

  double routers_ = 0.0;
  double links_ = 0.0;
  double flits_ = 0.0;
  double credits_ = 0.0;
  double queues_ = 0.0;       ///< waits for others
  double in_accesses_ = 0.0;  ///< share of messages in an access to memory
  double access_ = 0.0;
  double transfer_ = 0.0;
};

}  // namespace explain
}  // namespace gantry
