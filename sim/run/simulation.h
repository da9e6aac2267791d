// SPDX-License-Identifier: Apache-2.0
// One simulation from an experiment to its output directory.
#pragma once

#include <atomic>
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
#include "report/output_place.h"
#include "report/run_info.h"
#include "report/run_report.h"

namespace gantry {

/// Which kernel gives the units their cycles; both give the same bytes.
enum class Kernel : std::uint8_t { systemc, cycle };

/// SystemC, if this program was built with it.
Kernel default_kernel();

struct SimulationOptions {
  std::string directory;                     ///< where the outputs go; created when missing
  KeptOutputs* kept = nullptr;               ///< takes the outputs in the place of a directory
  std::string resolved;                      ///< what experiment.yaml is to say; empty: it is not written
  std::string picker_engine_name = "model";  ///< of `picker_engine`, for the provenance
  Kernel kernel = default_kernel();          ///< SystemC can be used once per process
  bool fast_forward = true;                  ///< periods that repeat pass at once; same results
  bool verify = false;                       ///< cycle kernel only: check every invariant after every cycle
  std::uint64_t shuffle_seed = 0;            ///< cycle kernel only: evaluate units in random order
  const std::atomic<bool>* stop = nullptr;   ///< ends the run when set
  /// Called now and then with the cycle, the tasks done and the tasks in all.
  std::function<void(Cycle, std::uint64_t, std::uint64_t)> progress;
  std::function<PickerFactory> picker_engine = {};         ///< another implementation of the experiment's picker
  std::function<PickerFactory> tenant_picker_engine = {};  ///< of the machines that a tenant has to itself
  /// Backends in the place of other blocks or beside them.
  std::function<std::unique_ptr<BlockBuilder>()> block_builder = {};
  /// Their names, for the provenance: block and backend.
  std::vector<std::pair<std::string, std::string>> block_engines = {};
  const ReportCatalogue& reports = run_reports();  ///< of which the experiment has switches
  Cycle* failed_at = nullptr;                      ///< told the cycle when simulate throws
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
