// SPDX-License-Identifier: Apache-2.0
// In what the two runs were asked for something else, and whether they may be compared at all.
#pragma once

#include <vector>

#include "compare/flat_tree.h"
#include "compare/run_pair.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

struct Inputs {
  std::vector<DifferingKey> experiment;  ///< keys of experiment.yaml
  std::vector<DifferingKey> provenance;  ///< of the summary, under the same names
};

Inputs differing_inputs(const ComparedRun& a, const ComparedRun& b);

/// Reports runs of different workloads: another file, other tasks.
void refuse_other_workload(const Inputs& inputs, const RunPair& runs, Diagnostics& problems);

}  // namespace gantry
