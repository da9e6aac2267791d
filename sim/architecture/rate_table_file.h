// SPDX-License-Identifier: Apache-2.0
// Rates of pairs of nodes: a CSV with the columns `from`, `to` and `rate`.
#pragma once

#include <string>
#include <vector>

#include "architecture/traffic_reader.h"
#include "gantry/base/diagnostics.h"
#include "gantry/network/pattern.h"

namespace gantry {

/// Reads the rates, divided by their greatest common divisor. Reports a missing file, unknown nodes, pairs that occur
/// twice, and rates of which none is above 0 or whose sum is too large.
std::vector<NodeRate> read_rate_table(const std::string& path, const TrafficRules& rules,
                                      const SourcePosition& named_at, Diagnostics& diagnostics);

}  // namespace gantry
