// SPDX-License-Identifier: Apache-2.0
// An experiment once more without its faults, to measure what they cost the run (docs/faults.md).
#pragma once

#include <functional>

#include "experiment/experiment.h"
#include "output/run_info.h"
#include "run/simulation.h"

namespace gantry {

/// Returns a function that simulates the experiment without its faults, with the cycle kernel and without outputs, and
/// fills RunInfo::without_faults but for the slowdowns. Empty if the experiment has no faults. `experiment` and
/// `options` must outlive it.
[[nodiscard]] std::function<void(RunInfo&)> adding_run_without_faults(const Experiment& experiment,
                                                                      const SimulationOptions& options);

}  // namespace gantry
