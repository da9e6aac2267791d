// SPDX-License-Identifier: Apache-2.0
// links.csv of a finished run: flits are conserved in every router and add up to the summary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "result/findings.h"
#include "result/latency_claim.h"
#include "result/written_traffic.h"

namespace gantry {

/// Larger numbers of flits or cycles in a row are a fault: sums of them would wrap around.
inline constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 62;

struct CheckedLinks {
  std::size_t rows = 0;
  std::map<std::string, std::uint64_t, std::less<>> entered;  ///< flits by the terminal that they come from
  std::map<std::string, std::uint64_t, std::less<>> left;     ///< ... that they go to
};

/// Reads and checks a file; what is malformed goes to `problems`. `load`: what its links carried over time, if that was
/// written.
CheckedLinks check_links_file(const std::string& path, const TrafficTotals& totals, Findings& findings,
                              const std::string& load, Diagnostics& problems);

/// A file that the run did not write can only be left over from another one, and would mislead every reader.
void check_left_over(const std::string& path, bool written, Findings& findings);

}  // namespace gantry
