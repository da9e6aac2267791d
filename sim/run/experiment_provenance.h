// SPDX-License-Identifier: Apache-2.0
// Origin of results that are made from an experiment.
#pragma once

#include "experiment/experiment.h"
#include "result/provenance.h"

namespace gantry {

/// Returns the versions of the program, and policies, overrides and workload file of the experiment. The engines are
/// the model's.
Provenance experiment_provenance(const Experiment& experiment);

}  // namespace gantry
