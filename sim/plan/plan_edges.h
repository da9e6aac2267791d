// SPDX-License-Identifier: Apache-2.0
// Transfers of a plan: whether its times have any, and which of their bytes no data object carries on the machine.
#pragma once

#include <cstdint>

#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Whether edges with bytes take time in the plan: `cycles_per_byte` or `latency` above 0, or `edges: data`.
[[nodiscard]] bool counts_transfers(const plan::Values& parameters);

/// For a workload that is written for the replay of a plan. What a task of a foreign file reads and writes are the
/// bytes of its edges; if the plan counts transfers, these become objects in the replay, and are not the tasks' own any
/// more.
void leave_edges_to_objects(Workload& workload, const plan::Values& parameters);

/// Edges between tasks that the plan puts on different processors, or in different parts, without a data object.
struct UnmovedEdges {
  std::uint64_t edges = 0;  ///< edges with bytes; several between two tasks count once
  std::uint64_t bytes = 0;  ///< 2^64 - 1 if the sum would exceed it
};

/// Returns the edges whose bytes a replay on the machine does not move. None in a model that was lowered, because the
/// lowering says what its operators move.
[[nodiscard]] UnmovedEdges unmoved_edges(const plan::Plan& plan, const Workload& workload);

}  // namespace gantry
