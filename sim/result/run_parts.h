// SPDX-License-Identifier: Apache-2.0
// Results that runs of all kinds have, for the functions that describe their files (result/result_visitor.h).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/network_stats.h"

namespace gantry {

class ResultVisitor;

/// In the order of RunEnd.
inline constexpr std::array<std::string_view, 6> kRunEndNames = {"complete",    "deadlock", "cycle_limit",
                                                                 "interrupted", "failed",   "cut_off"};
constexpr std::string_view name(RunEnd end) { return kRunEndNames[static_cast<std::size_t>(end)]; }

void describe(ResultVisitor& results, BlockStats& block);
void describe(ResultVisitor& results, LatencyStats& latency);
void describe(ResultVisitor& results, InterconnectStats& interconnect);

/// The map `blocks`.
void describe_blocks(ResultVisitor& results, std::vector<BlockStats>& blocks);

}  // namespace gantry
