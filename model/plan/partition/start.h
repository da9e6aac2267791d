// SPDX-License-Identifier: Apache-2.0
// Initial partitions.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/partition.h"

namespace gantry::plan {

/// Clustering after source 000 [0093] to [0100]. Tasks are joined to sets along their edges, most important edges
/// first, then in workload order. A set holds at most a quarter of a part's share. Sets are distributed over the parts
/// at random, within capacity. Then random sets move to other random parts, and the arrangement with the smallest cut
/// in edges (or bytes, if the objective counts bytes) is kept. Repaired at the end.
std::vector<std::uint32_t> cluster_start(const PartitionProblem& problem, std::uint64_t seed);

/// Weights of edges for METIS.
enum class MetisWeights : std::uint8_t {
  plain,      ///< all 1
  objective,  ///< by the objective: first, then second number, within METIS's range
  best,       ///< the smaller cut of both
};

/// METIS's multilevel k-way partition, with the problem's limits as its balance, repaired. Nothing if METIS failed.
std::vector<std::uint32_t> metis_start(const PartitionProblem& problem, MetisWeights weights, std::uint64_t seed);

/// METIS's own result, not repaired. Precondition: the weights are not `best`.
std::vector<std::uint32_t> metis_parts(const PartitionProblem& problem, MetisWeights weights, std::uint64_t seed);

/// Makes a start valid: no part is empty, and parts over the limit give away tasks where it costs least. If a part
/// still exceeds its limit, all tasks are packed anew, largest first, each into the part with the most capacity. That
/// packing is used if it keeps the limits.
void repair_start(Partition& partition);

}  // namespace gantry::plan
