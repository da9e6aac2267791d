// SPDX-License-Identifier: Apache-2.0
// A permutation of the nodes: a CSV with the columns `from` and `to`, and a row for each node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "architecture/traffic_reader.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

/// Reads the destination of each node. Reports a missing file, unknown nodes, and nodes that do not occur exactly once
/// in each column.
std::vector<std::uint32_t> read_permutation(const std::string& path, const TrafficRules& rules,
                                            const SourcePosition& named_at, Diagnostics& diagnostics);

}  // namespace gantry
