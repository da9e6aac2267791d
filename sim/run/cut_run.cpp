// SPDX-License-Identifier: Apache-2.0
#include "run/cut_run.h"

#include "gantry/base/archive.h"
#include "gantry/base/error.h"
#include "gantry/platform/machine_archive.h"
#include "output/whole_file.h"
#include "run/run_session.h"

namespace gantry {

namespace {

/// Returns why a run cannot be cut, as far as it is known without its machine; "": it can.
std::string why_not_cut(const Experiment& experiment, const SimulationOptions& options) {
  if (options.kept != nullptr) return "a run that is kept in memory has no directory for checkpoints";
  if (experiment.timing == Timing::ideal) return "a replay with `timing: ideal` has no machine to save";
  if (options.picker_engine || options.block_builder)
    return "engines in the place of the model's blocks cannot be saved";
  return {};
}

}  // namespace

bool CutRun::prepare(const Experiment& experiment) {
  experiment_ = &experiment;
  const Checkpoints& checkpoints = options_.checkpoints;
  if (const std::string why = why_not_cut(experiment, options_); !why.empty()) {
    problems_.error({checkpoints.asked, 0, 0}, why);
    return false;
  }
  if (checkpoints.restore.empty()) return true;
  from_ = read_checkpoint(checkpoints, problems_);
  return from_.has_value();
}

TaskSource& CutRun::watch(TaskSource& source, RunSession& session) {
  source_ = source.is_closed_loop() ? &calls_.emplace(source, session.journal()) : &source;
  return *source_;
}

RunControl CutRun::control(Machine& machine, RunSession& session) {
  if (const std::string why = why_not_archived(machine); !why.empty())
    throw Error("the machine cannot be saved: " + why);
  const Checkpoints& checkpoints = options_.checkpoints;
  RunControl control;
  if (checkpoints.writes()) {
    control.first_cut = checkpoints.next(from_ ? from_->cut + 1 : 0);
    control.save = [this, &machine, &session](Cycle cut, Cycle now, Cycle next) {
      write(cut, now, machine, session);
      return options_.checkpoints.next(next);
    };
  }
  if (from_) {
    control.restore = [this, &machine, &session] {
      Archive state(from_->machine);
      archive_machine(machine, state);
      if (!state.at_end()) state.fail("something is left behind the last block");
      if (options_.checkpoints.changes_faults) machine.change_faults(fault_plan(*experiment_));
      session.replay(from_->journal, *source_);
      return from_->now;
    };
  }
  return control;
}

void CutRun::write(Cycle cut, Cycle now, Machine& machine, RunSession& session) {
  Archive state;
  archive_machine(machine, state);
  Checkpoint checkpoint{
      options_.checkpoints.experiment, options_.checkpoints.inputs, cut, now, session.journal().bytes(), state.bytes()};
  try {
    write_whole_file(options_.directory + "/" + checkpoint_name(cut), checkpoint_text(checkpoint));
  } catch (const Error& error) {
    for (const Diagnostic& problem : error.diagnostics().errors()) unwritten_.add(problem);
  }
}

void CutRun::report() const {
  for (const Diagnostic& problem : unwritten_.errors()) problems_.add(problem);
}

}  // namespace gantry
