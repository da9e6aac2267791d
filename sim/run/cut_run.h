// SPDX-License-Identifier: Apache-2.0
// A run of jobs that writes checkpoints, or that goes on from one (docs/checkpoints.md).
//
//   CutRun cuts(options, problems);
//   if (!cuts.prepare(experiment)) return;
//   session.keep_journal();
//   Machine machine(..., cuts.watch(source, session), ...);
//   session.run(machine, ..., cuts.control(machine, session));
//   session.close(...);
//   cuts.report();
#pragma once

#include <optional>
#include <string>

#include "experiment/experiment.h"
#include "gantry/base/diagnostics.h"
#include "gantry/kernel/run_control.h"
#include "gantry/platform/machine.h"
#include "run/checkpoint.h"
#include "run/journaled_source.h"
#include "run/simulation.h"

namespace gantry {

class RunSession;

class CutRun {
 public:
  /// The arguments, and the experiment, must outlive it.
  CutRun(const SimulationOptions& options, Diagnostics& problems) : options_(options), problems_(problems) {}

  /// Reports runs that cannot be cut, and a file that this run cannot go on from, before anything is written. Returns
  /// false after a problem.
  bool prepare(const Experiment& experiment);
  /// The source for the machine, which is `source` with a journal of its calls where that is needed. Call it once.
  [[nodiscard]] TaskSource& watch(TaskSource& source, RunSession& session);
  /// Hooks for the kernel. Throws Error if the machine has a part whose state cannot be saved.
  [[nodiscard]] RunControl control(Machine& machine, RunSession& session);
  /// Reports the checkpoints that could not be written. Call it when all other files are: they do not need them.
  void report() const;

 private:
  void write(Cycle cut, Cycle now, Machine& machine, RunSession& session);

  const SimulationOptions& options_;
  Diagnostics& problems_;
  const Experiment* experiment_ = nullptr;
  std::optional<Checkpoint> from_;
  Diagnostics unwritten_;
  std::optional<JournaledSource> calls_;
  TaskSource* source_ = nullptr;
};

}  // namespace gantry
