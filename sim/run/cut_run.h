// SPDX-License-Identifier: Apache-2.0
// A run that writes checkpoints, or that goes on from one (docs/checkpoints.md).
//
//   CutRun cuts(options, problems);
//   if (!cuts.prepare()) return;
//   session.keep_journal();
//   Machine machine(..., cuts.watch(source, session), ...);
//   session.run(machine, ..., cuts.control({state, restored}, session));
//   session.close(...);
//   cuts.report();
#pragma once

#include <functional>
#include <optional>

#include "gantry/base/archive.h"
#include "gantry/base/diagnostics.h"
#include "gantry/kernel/run_control.h"
#include "gantry/workload/task.h"
#include "run/checkpoint.h"
#include "run/journaled_source.h"
#include "run/run_options.h"
#include "run/shared_journal.h"

namespace gantry {

class RunSession;

/// The machine of a run.
struct CutMachine {
  std::function<void(Archive&)> state;     ///< writes or reads all of its state
  std::function<void()> restored = [] {};  ///< called when the state has been read
};

class CutRun {
 public:
  /// The arguments must outlive it.
  CutRun(const RunOptions& options, Diagnostics& problems)
      : options_(options), problems_(problems), shared_(options.directory) {}

  /// Reports runs without a directory, and a file that this run cannot go on from, before anything is written. Returns
  /// false after a problem.
  bool prepare();
  /// The source for the machine, which is `source` with a journal of its calls where that is needed. Call it once.
  [[nodiscard]] TaskSource& watch(TaskSource& source, RunSession& session);
  /// Hooks for the kernel.
  [[nodiscard]] RunControl control(CutMachine machine, RunSession& session);
  /// Writes the checkpoints of a run that is computed at once, `cycles` long: they have no state, and a run that goes
  /// on from one computes all again.
  void write_without_state(Cycle cycles);
  /// Reports the checkpoints that could not be written. Call it when all other files are: they do not need them.
  void report() const;

 private:
  /// `journal`: of the run until then.
  void write(Checkpoint checkpoint, const std::string& journal);

  const RunOptions& options_;
  Diagnostics& problems_;
  CutMachine machine_;
  std::optional<Checkpoint> from_;
  Diagnostics unwritten_;
  SharedJournal shared_;  ///< of checkpoints that follow each other
  std::optional<JournaledSource> calls_;
  TaskSource* source_ = nullptr;  ///< nullptr: the run has none
};

}  // namespace gantry
