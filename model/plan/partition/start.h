// SPDX-License-Identifier: Apache-2.0
// Partitions to start from.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/partition.h"

namespace gantry::plan {

/// As source 000 [0093] to [0100] has it. Tasks are joined along their edges into sets, the edges that the objective
/// counts most first (critical ones), among equals in workload order, as long as a set holds at most a quarter of a
/// part's share. The sets are spread over the parts at random, where there is room. Then a random set at a time moves
/// to another random part, and the arrangement with the fewest cut edges, or bytes on them if the objective counts
/// bytes, is kept. Repaired at the end.
std::vector<std::uint32_t> cluster_start(const PartitionProblem& problem, std::uint64_t seed);

/// What METIS sees of the edges.
enum class MetisWeights : std::uint8_t {
  plain,      ///< all weigh 1
  objective,  ///< as the objective counts: first, then second, as far as METIS can count
  best,       ///< the smaller cut of both
};

/// METIS' multilevel k-way partition with the problem's limits as its balance, repaired. Nothing if METIS gave up.
std::vector<std::uint32_t> metis_start(const PartitionProblem& problem, MetisWeights weights, std::uint64_t seed);

/// What METIS itself answers. Precondition: the weights are not `best`.
std::vector<std::uint32_t> metis_parts(const PartitionProblem& problem, MetisWeights weights, std::uint64_t seed);

/// Makes of any start one that no machine refuses: no part is empty, and parts over the limit give away what they can
/// where it costs least. If some part is over the limit still, the tasks are packed anew, the largest first, each into
/// the part with the most room, and that is the start if it keeps the limits.
void repair_start(Partition& partition);

}  // namespace gantry::plan
