// SPDX-License-Identifier: Apache-2.0
// What is counted in a run of inference nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/network_stats.h"
#include "gantry/serving/amount.h"

namespace gantry {
inline namespace serving {

/// Counters of a node.
struct InferenceNodeStats {
  std::uint64_t batches = 0;   ///< batches that have begun
  std::uint64_t requests = 0;  ///< requests of these batches; each pass counts
  Cycle busy_cycles = 0;       ///< cycles in which it served a batch
};

/// Counters of a run.
struct ServingStats {
  struct Node {
    InferenceNodeStats served;
    Cycle held_cycles = 0;  ///< from the decision until the scheduler saw the end of the batch
  };

  RunEnd end = RunEnd::complete;
  Cycle cycles = 0;  ///< completion of the last session, or the last cycle of an unfinished run
  std::uint64_t sessions_arrived = 0;
  std::uint64_t sessions_completed = 0;
  std::uint64_t sessions_unfinished = 0;  ///< sessions of the load that have not completed
  std::vector<Node> nodes;
  std::uint64_t decisions = 0;    ///< BatchScheduler::decisions()
  std::uint64_t most_places = 0;  ///< largest number of busy nodes
  Amount most_compute = 0;        ///< BatchScheduler::most_compute()
  std::vector<BlockStats> blocks;
  InterconnectStats interconnect;
  std::vector<std::string> diagnosis;  ///< empty after a complete run
};

}  // namespace serving
}  // namespace gantry
