// SPDX-License-Identifier: Apache-2.0
// Tasks of the traces of one rank or of several ranks that send to each other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/chakra_trace.h"
#include "workload/mapping.h"

namespace gantry {

using ChakraNodes = std::vector<ChakraNode>;

/// Makes the tasks of the ranks, in the order of `ranks` and of their nodes; then the transfers of collectives. One
/// rank alone: its communication is transfers of its own bytes. Returns whether there was no problem.
/// `first`: number of the first rank, for the names of processors.
bool make_chakra_graph(const std::vector<std::shared_ptr<const ChakraNodes>>& ranks, std::uint32_t first,
                       const Mapping& mapping, Workload& workload, Diagnostics& diagnostics);

}  // namespace gantry
