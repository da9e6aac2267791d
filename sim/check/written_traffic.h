// SPDX-License-Identifier: Apache-2.0
// The tables of traffic that a machine's run wrote, and what its summary says of it: of any machine.
#pragma once

#include <cstddef>
#include <string>

#include "check/findings.h"
#include "check/summary_keys.h"
#include "check/traffic_check.h"

namespace gantry {

/// From `interconnect`, `background`, `complete`, `cycles` and `outputs` of a summary.
WrittenTraffic read_written_traffic(Keys& keys, const Keys::Json& root);

struct TrafficRows {
  std::size_t links = 0;
  std::size_t packets = 0;
};

/// Checks the tables in `directory`; one that is there and not among the outputs is left over from another run.
TrafficRows check_written_traffic(const std::string& directory, const WrittenTraffic& written, Findings& findings,
                                  Diagnostics& problems);

/// A file that the run did not write can only be left over from another one, and would mislead every reader.
void check_left_over(const std::string& path, bool written, Findings& findings);

}  // namespace gantry
