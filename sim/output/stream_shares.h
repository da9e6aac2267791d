// SPDX-License-Identifier: Apache-2.0
// The shares of a stream's weights with 95 % intervals, from equally long stretches of picks after the warm-up.
#pragma once

#include "gantry/platform/run_stats.h"
#include "result/stream_results.h"

namespace gantry {

/// `warm_up`: batches that began before this cycle do not count.
StreamShares stream_shares(const RunStats& stats, Cycle warm_up);

}  // namespace gantry
