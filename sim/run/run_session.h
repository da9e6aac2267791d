// SPDX-License-Identifier: Apache-2.0
// The skeleton of every run (jobs, inference nodes, replay): open the outputs, simulate, close them, summarise. Each
// kind adds its machine, its listeners and the text of its summary.
//
//   RunSession session(experiment, experiment.output, run, options, problems);
//   if (!session.started()) return;
//   session.records().add(own_listener);
//   Machine machine(..., session.records());
//   const RunEnd end = session.run(machine, max_cycles, done, total, now);
//   session.finish({machine.interconnect().traffic(now), now});
//   session.close(kSummaryFile, text);
//
// A session that ends without `finish`, by an exception, writes the rows so far and no summary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/kernel/run_control.h"
#include "gantry/sc/run_systemc.h"
#include "output/output_options.h"
#include "output/report_set.h"
#include "output/run_directory.h"
#include "run/run_options.h"
#include "text/experiment_head.h"

namespace gantry {

class RunSession {
 public:
  /// Opens the reports that `output` switches on. All arguments but `run` must outlive the session.
  RunSession(const ExperimentHead& experiment, const OutputOptions& output, ReportedRun run, const RunOptions& options,
             Diagnostics& problems);
  ~RunSession();
  RunSession(const RunSession&) = delete;
  RunSession& operator=(const RunSession&) = delete;

  /// Whether all outputs could be opened. If not, problems are reported and nothing must be simulated.
  [[nodiscard]] bool started() const { return state_ == State::open; }

  /// Observers of tasks and jobs, of requests of streams, and of sessions of inference nodes. Add listeners before the
  /// first cycle.
  [[nodiscard]] RecordFanOut& records() { return reports_.records(); }
  [[nodiscard]] RequestFanOut& requests() { return reports_.requests(); }
  [[nodiscard]] ServingFanOut& sessions() { return reports_.sessions(); }

  /// Keeps what the listeners are told, for checkpoints. After all reports are open, before the first cycle.
  void keep_journal() { reports_.keep_journal(); }
  /// Precondition: keep_journal().
  [[nodiscard]] RunJournal& journal() { return reports_.journal(); }
  [[nodiscard]] const RunJournal& journal() const { return reports_.journal(); }
  /// Tells the listeners what the journal of an earlier part of the run has kept, and makes the calls of `source` again
  /// if it is a closed loop. nullptr: the run has no source.
  void replay(std::string_view journal, TaskSource* source) { reports_.replay(journal, source); }

  /// Runs the machine. `done()` and `total` count the work, for the progress line; `control` has the cuts. Returns how
  /// the run ended, and sets `now` to its last cycle. Throws std::logic_error if a completed machine is not empty.
  template <class AnyMachine, class Done>
  RunEnd run(AnyMachine& machine, Cycle max_cycles, Done done, std::uint64_t total, Cycle& now,
             RunControl control = {}) {
    reports_.listen(machine);
    control.max_cycles = max_cycles;
    control.stop = options_.stop;
    if (options_.progress) control.progress = [&](Cycle cycle) { options_.progress(cycle, done(), total); };
    const RunEnd end = options_.kernel == Kernel::systemc
                           ? sc::run_systemc(machine, control, now)
                           : run_cycles(machine, control, {options_.verify, options_.shuffle_seed, true}, now);
    if (end == RunEnd::complete) machine.verify_empty();
    return end;
  }

  /// Closes the reports.
  void finish(const RanMachine& ran);
  /// Adds the reports' parts of the summary. Call after finish().
  void summarise(RunInfo& info) const { reports_.summarise(info); }
  /// Files written beside summary and timing, in the order of their reports.
  [[nodiscard]] const std::vector<std::string>& outputs() const { return directory_.outputs(); }
  /// Writes the last two files: `summary` with this text, and the timing. Writes nothing after a problem.
  void close(const char* summary, std::string_view text);

 private:
  enum class State : std::uint8_t { refused, open, finished };

  const RunOptions& options_;
  Diagnostics& problems_;
  RunDirectory directory_;
  ReportSet reports_;
  RunTimer timer_;
  State state_ = State::refused;
};

}  // namespace gantry
