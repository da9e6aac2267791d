// SPDX-License-Identifier: Apache-2.0
// One simulation from an experiment to its output directory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "gantry/base/diagnostics.h"
#include "gantry/platform/run_stats.h"
#include "gantry/scheduler/block_builder.h"
#include "gantry/scheduler/picker.h"
#include "output/run_info.h"
#include "run/run_options.h"

namespace gantry {

struct SimulationOptions : RunOptions {
  std::string picker_engine_name = "model";                ///< of `picker_engine`, for the provenance
  std::function<PickerFactory> picker_engine = {};         ///< another implementation of the experiment's picker
  std::function<PickerFactory> tenant_picker_engine = {};  ///< of the machines that a tenant has to itself
  /// Backends in the place of other blocks or beside them.
  std::function<std::unique_ptr<BlockBuilder>()> block_builder = {};
  /// Their names, for the provenance: block and backend.
  std::vector<std::pair<std::string, std::string>> block_engines = {};
  Cycle* failed_at = nullptr;  ///< receives the last cycle when simulate throws
};

struct SimulationResult {
  RunStats stats;
  RunInfo info;
  bool started = false;  ///< false: an output could not be opened, and nothing was simulated
};

/// Runs an experiment that passed check_feasible and writes what it asks for. Files that cannot be written are reported
/// in `diagnostics`. Throws std::logic_error when an invariant is broken.
SimulationResult simulate(const Experiment& experiment, const SimulationOptions& options, Diagnostics& diagnostics);

}  // namespace gantry
