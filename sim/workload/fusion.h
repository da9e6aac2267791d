// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gantry/workload/workload.h"

namespace gantry {

/// Joins element-wise operators to the operator before them: one whose result nobody else reads. Of several such
/// operators the last one of a topological order takes it. Tasks that joined another disappear; the other keeps its
/// name and writes their result. Precondition: the graph has operators and no cycle.
void fuse_operators(Workload& workload);

}  // namespace gantry
