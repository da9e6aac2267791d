// SPDX-License-Identifier: Apache-2.0
// One serving run from an experiment to its output directory.
#pragma once

#include <memory>

#include "run/run_options.h"
#include "serving/serving_summary.h"

namespace gantry {

struct ServingResult {
  ServingStats stats;
  ServingRunInfo info;
  std::unique_ptr<ServingStatistics> measured;
  bool started = false;  ///< false: an output could not be opened, and nothing was simulated
};

/// Runs an experiment. Write errors are reported in `diagnostics`. Throws std::logic_error if an invariant is broken.
ServingResult simulate_serving(const ServingExperiment& experiment, const RunOptions& options,
                               Diagnostics& diagnostics);

}  // namespace gantry
