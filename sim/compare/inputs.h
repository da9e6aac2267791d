// SPDX-License-Identifier: Apache-2.0
// Differences between the inputs of two runs, and whether the runs may be compared at all.
#pragma once

#include <vector>

#include "compare/flat_tree.h"
#include "compare/run_pair.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

struct Inputs {
  std::vector<DifferingKey> experiment;  ///< keys of experiment.yaml
  std::vector<DifferingKey> provenance;  ///< keys of the summary's provenance
};

Inputs differing_inputs(const ComparedRun& a, const ComparedRun& b);

/// Reports runs of different workloads: another file, or other tasks.
void refuse_other_workload(const Inputs& inputs, const RunPair& runs, Diagnostics& problems);

}  // namespace gantry
