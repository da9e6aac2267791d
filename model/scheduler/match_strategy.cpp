// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/match_strategy.h"

#include "gantry/scheduler/dispatcher_config.h"

namespace gantry {
inline namespace scheduler {

std::unique_ptr<MatchStrategy> make_match_strategy(MatchMode mode) {
  return mode == MatchMode::gang ? make_gang_matching() : make_per_job_matching();
}

}  // namespace scheduler
}  // namespace gantry
