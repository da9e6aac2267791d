// SPDX-License-Identifier: Apache-2.0
// The shares of a stream's weights with 95 % intervals, from equally long stretches of picks after the warm-up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/platform/run_stats.h"
#include "report/steady_state.h"

namespace gantry {

/// One weight within one picker class. Means over the stretches.
struct StreamShare {
  std::string cls;
  std::uint32_t weight = 0;
  Estimate share;           ///< picks / picks of the class; stretches without a pick of the class do not count
  Estimate expected_share;  ///< the same as the weights promise it
  Estimate lag;             ///< picks: the largest number promised since the stretch began and not given
  Estimate longest_wait;    ///< cycles
  double most_lag = 0.0;    ///< of all stretches
  Cycle most_wait = 0;      ///< of all stretches
};

struct StreamShares {
  std::uint64_t picks = 0;  ///< in a stretch; 0 when the run was too short for one after the warm-up
  std::vector<StreamShare> rows;
};

/// `warm_up`: batches that began before this cycle do not count.
StreamShares stream_shares(const RunStats& stats, Cycle warm_up);

}  // namespace gantry
