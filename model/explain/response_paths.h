// SPDX-License-Identifier: Apache-2.0
// The critical paths of instances of streams, from their arrivals to their completions.
#pragma once

#include <optional>
#include <vector>

#include "gantry/explain/cause_graph.h"
#include "gantry/explain/response_table.h"

namespace gantry {
inline namespace explain {

/// Returns the sums over the instances in the graph's history. `streams`: by number, not empty; the last one stands for
/// all streams with a larger number, too. Nothing: no instance can be judged.
[[nodiscard]] std::optional<ResponsePaths> response_paths(const CauseGraph& graph,
                                                          const std::vector<JudgedStream>& streams);

}  // namespace explain
}  // namespace gantry
