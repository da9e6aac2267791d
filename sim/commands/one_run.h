// SPDX-License-Identifier: Apache-2.0
// One run of an experiment, of whatever kind, between the one who names it and the one who is told: what `gantry run`
// and the Python module share.
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
  std::string directory;        ///< empty: out/<experiment name>
  KeptOutputs* kept = nullptr;  ///< takes the tables and the summary; nothing else is written then, and no directory
};

struct RunOutcome {
  bool started = false;                ///< false: an output could not be opened, and nothing was simulated
  std::string difference;              ///< what an engine in lockstep found; nothing else is known then
  RunEnd end = RunEnd::complete;       ///< how it ended
  std::vector<std::string> diagnosis;  ///< why not all is done
  std::vector<std::string> outputs;    ///< files beside summary and timing
  std::string table;                   ///< for people
  std::vector<std::string> waves;      ///< a line for people about each waveform
};

/// A run that nothing known before cycle 0 stands against.
class OneRun {
 public:
  virtual ~OneRun() = default;
  [[nodiscard]] virtual const std::string& directory() const = 0;
  /// Plural noun for the units of work that RunOptions::progress counts.
  [[nodiscard]] virtual const char* counted() const = 0;
  /// `steer`: its kernel, stop and progress. Once. Files that cannot be written are reported.
  virtual RunOutcome run(const RunOptions& steer, bool utf8, Diagnostics& diagnostics) = 0;
};

/// Reads and checks everything, and then refuses what cannot be before anything is written: nullptr after a problem.
std::unique_ptr<OneRun> prepare_run(const RunRequest& request, Diagnostics& diagnostics);

}  // namespace gantry
