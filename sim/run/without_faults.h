// SPDX-License-Identifier: Apache-2.0
// An experiment once more without its faults, to measure what they cost the run (docs/faults.md).
#pragma once

#include <functional>
#include <optional>

#include "experiment/experiment.h"
#include "gantry/base/types.h"
#include "run/simulation.h"

namespace gantry {

/// Returns a function that simulates the experiment without its faults, with the cycle kernel and without outputs. It
/// returns the cycles of that run; nothing: it does not complete. Empty if the experiment has no faults. `experiment`
/// and `options` must outlive it.
[[nodiscard]] std::function<std::optional<Cycle>()> cycles_without_faults(const Experiment& experiment,
                                                                          const SimulationOptions& options);

}  // namespace gantry
