// SPDX-License-Identifier: Apache-2.0
// One run of an experiment of any kind, as `gantry run` and the Python module use it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/engine_argument.h"
#include "commands/experiment_text.h"
#include "commands/waves_argument.h"
#include "gantry/base/diagnostics.h"
#include "gantry/kernel/run_control.h"
#include "run/run_options.h"

namespace gantry {

struct RunRequest {
  ExperimentText experiment;
  std::vector<std::string> sets;
  EngineNames engines;
  WavesArguments waves;
  std::string directory;         ///< output directory; empty: out/<experiment name>
  KeptOutputs* kept = nullptr;   ///< receives the tables and the summary; nothing is written to files then
  Checkpoints checkpoints = {};  ///< without its digests
};

struct RunOutcome {
  bool started = false;           ///< false: an output could not be opened, and nothing was simulated
  std::string difference;         ///< difference that an engine in lockstep found; the other members are then undefined
  RunEnd end = RunEnd::complete;  ///< how it ended
  std::vector<std::string> diagnosis;  ///< reasons why the run is not complete
  std::vector<std::string> outputs;    ///< files beside summary and timing
  std::string table;                   ///< table for the terminal
  std::vector<std::string> waves;      ///< for the terminal: a line about each waveform
};

/// A run that passed all checks before cycle 0.
class OneRun {
 public:
  virtual ~OneRun() = default;
  [[nodiscard]] virtual const std::string& directory() const = 0;
  /// Plural noun for the units of work that RunSteering::progress counts.
  [[nodiscard]] virtual const char* counted() const = 0;
  /// Runs it, once. Write errors are reported.
  virtual RunOutcome run(const RunSteering& steer, bool utf8, Diagnostics& diagnostics) = 0;
};

/// Reads and checks an experiment before anything is written. Returns nullptr after a problem.
std::unique_ptr<OneRun> prepare_run(const RunRequest& request, Diagnostics& diagnostics);

}  // namespace gantry
