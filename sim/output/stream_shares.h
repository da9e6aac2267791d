// SPDX-License-Identifier: Apache-2.0
// Shares of a stream's weights with 95 % confidence intervals, from equally long intervals of picks after the warm-up.
#pragma once

#include "gantry/platform/run_stats.h"
#include "result/stream_results.h"

namespace gantry {

/// `warm_up`: batches that began before this cycle are left out.
StreamShares stream_shares(const RunStats& stats, Cycle warm_up);

}  // namespace gantry
