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
  std::string picker_engine_name = "model";  ///< of `picker_engine`, for the provenance
  std::function<PickerFactory> picker_engine =
      {};  ///< factory of another backend of the experiment's picker; empty: the model
  std::function<PickerFactory> tenant_picker_engine = {};  ///< the same for machines on which a tenant runs alone
  /// Factory of the builder of other backends of blocks, or of observers; empty: our blocks.
  std::function<std::unique_ptr<BlockBuilder>()> block_builder = {};
  /// Names of these blocks and backends, for the provenance.
  std::vector<std::pair<std::string, std::string>> block_engines = {};
  bool own_block = false;  ///< a block that is not ours decides alone, and may be faster than the machine's keys say
  /// Whether the summary explains the run: stages, bounds, overhead, and slowdowns of streams, which also run alone.
  bool explained = true;
  Cycle* failed_at = nullptr;  ///< receives the last cycle if simulate throws; may be nullptr
};

struct SimulationResult {
  RunStats stats;
  RunInfo info;
  bool started = false;  ///< false: an output could not be opened, and nothing was simulated
};

/// Runs an experiment that passed check_feasible, and writes its outputs. Write errors are reported in `diagnostics`.
/// Throws std::logic_error if an invariant is broken.
SimulationResult simulate(const Experiment& experiment, const SimulationOptions& options, Diagnostics& diagnostics);

}  // namespace gantry
