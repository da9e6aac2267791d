// SPDX-License-Identifier: Apache-2.0
// links.csv and packets.csv of a finished run: flits are conserved in every router and add up to the summary.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "check/findings.h"
#include "core/diagnostics.h"
#include "core/types.h"

namespace gantry {

/// Synthetic packets that have arrived beside a machine's own.
struct BackgroundTotals {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
};

/// What a run says of its traffic elsewhere.
struct TrafficTotals {
  Cycle cycles = 0;             ///< that utilization refers to
  std::uint64_t packets = 0;    ///< that have arrived
  std::uint64_t flits = 0;      ///< that have arrived
  std::uint64_t flit_hops = 0;  ///< router traversals
  bool drained = true;          ///< nothing was left on its way
  bool counts_arrivals = true;  ///< `packets` and `flits` are known
  std::optional<BackgroundTotals>
      background;  ///< among the above, of a machine; other runs have nothing but synthetic traffic
};

/// The tables that a machine's run wrote.
struct WrittenTraffic {
  bool links = false;  ///< links.csv is among the outputs
  bool packets = false;
  TrafficTotals totals;  ///< read if one of them is
};

/// Reads and checks a file; what is malformed goes to `problems`. The number of its rows.
std::size_t check_links_file(const std::string& path, const TrafficTotals& totals, Findings& findings,
                             Diagnostics& problems);
std::size_t check_packets_file(const std::string& path, const TrafficTotals& totals, Findings& findings,
                               Diagnostics& problems);

}  // namespace gantry
