// SPDX-License-Identifier: Apache-2.0
// Pieces that the summaries of all kinds of runs have in common.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/network_stats.h"
#include "report/steady_state.h"
#include "result/provenance.h"

namespace gantry {

/// Keys keep the order in which they are entered.
using Json = nlohmann::ordered_json;

/// Value of the key `end`.
std::string_view name(RunEnd end);

/// 0 of nothing.
double ratio(std::uint64_t part, std::uint64_t whole);

/// One member per count, in the order given.
Json counts_json(const std::vector<std::pair<std::string, std::uint64_t>>& counts);

Json blocks_json(const std::vector<BlockStats>& list);
Json interconnect_json(const InterconnectStats& net);
Json background_json(const BackgroundStats& background, Cycle cycles);

/// `half_width` is null when there are too few values for an interval.
Json estimate_json(const Estimate& estimate);

}  // namespace gantry
