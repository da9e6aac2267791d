// SPDX-License-Identifier: Apache-2.0
// What a run's summary says of its interconnect's traffic: of any machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/types.h"
#include "result/latency_claim.h"
#include "result/run_summary.h"
#include "result/serving_summary.h"

namespace gantry {

/// Synthetic packets that have arrived beside a machine's own.
struct BackgroundTotals {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  std::optional<LatencyClaim> latency;
};

/// What a run says of its traffic elsewhere.
struct TrafficTotals {
  std::string file;             ///< where it says so
  Cycle cycles = 0;             ///< that utilization refers to
  std::uint64_t packets = 0;    ///< that have arrived
  std::uint64_t flits = 0;      ///< that have arrived
  std::uint64_t flit_hops = 0;  ///< router traversals
  bool drained = true;          ///< nothing was left on its way
  bool sent_again = false;      ///< lost packets were, so that some flits have left more than once
  bool counts_arrivals = true;  ///< `packets` and `flits` are known
  std::optional<LatencyClaim> latency;
  std::optional<std::uint64_t> flits_copied;  ///< of `flits`; nothing: no message goes to several terminals
  bool star = false;                          ///< a star, which has wires in place of routers
  std::optional<BackgroundTotals>
      background;  ///< among the above, of a machine; other runs have nothing but synthetic traffic
};

/// The tables that a machine's run wrote.
struct WrittenTraffic {
  bool links = false;  ///< links.csv is among the outputs
  bool link_load = false;
  bool packets = false;
  TrafficTotals totals;
  /// Of the control network, whose messages are in packets.csv as well, and whose links in control_links.csv; nothing:
  /// there is none.
  std::optional<TrafficTotals> control;
};

WrittenTraffic written_traffic(const RunSummary& run);
WrittenTraffic written_traffic(const ServingSummary& run);

}  // namespace gantry
