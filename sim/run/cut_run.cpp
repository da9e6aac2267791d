// SPDX-License-Identifier: Apache-2.0
#include "run/cut_run.h"

#include <utility>

#include "gantry/base/error.h"
#include "output/whole_file.h"
#include "run/run_session.h"

namespace gantry {

bool CutRun::prepare() {
  const Checkpoints& checkpoints = options_.checkpoints;
  if (options_.kept != nullptr) {
    problems_.error({checkpoints.asked, 0, 0}, "a run that is kept in memory has no directory for checkpoints");
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

RunControl CutRun::control(CutMachine machine, RunSession& session) {
  machine_ = std::move(machine);
  const Checkpoints& checkpoints = options_.checkpoints;
  RunControl control;
  if (checkpoints.writes()) {
    control.first_cut = checkpoints.next(from_ ? from_->cut + 1 : 0);
    control.save = [this, &session](Cycle cut, Cycle now, Cycle next) {
      Archive state;
      machine_.state(state);
      Checkpoint checkpoint;
      checkpoint.cut = cut;
      checkpoint.now = now;
      checkpoint.machine = state.bytes();
      write(std::move(checkpoint), session.journal().bytes());
      return options_.checkpoints.next(next);
    };
  }
  if (from_) {
    control.restore = [this, &session] {
      Archive state(from_->machine);
      machine_.state(state);
      if (!state.at_end()) state.fail("something is left behind the last block");
      machine_.restored();
      session.replay(from_->journal, source_);
      return from_->now;
    };
  }
  return control;
}

void CutRun::write_without_state(Cycle cycles) {
  const Checkpoints& checkpoints = options_.checkpoints;
  if (!checkpoints.writes()) return;
  for (Cycle cut = checkpoints.next(from_ ? from_->cut + 1 : 0); cut < cycles; cut = checkpoints.next(cut + 1)) {
    Checkpoint checkpoint;
    checkpoint.cut = checkpoint.now = cut;
    write(std::move(checkpoint), {});
  }
}

void CutRun::write(Checkpoint checkpoint, const std::string& journal) {
  checkpoint.experiment = options_.checkpoints.experiment;
  checkpoint.inputs = options_.checkpoints.inputs;
  checkpoint.engines = options_.checkpoints.engines;
  try {
    if (options_.checkpoints.every == 0 || journal.empty()) {
      checkpoint.journal = journal;
    } else {
      checkpoint.shared = shared_.append(journal);
    }
    write_whole_file(options_.directory + "/" + checkpoint_name(checkpoint.cut), checkpoint_text(checkpoint));
  } catch (const Error& error) {
    for (const Diagnostic& problem : error.diagnostics().errors()) unwritten_.add(problem);
  }
}

void CutRun::report() const {
  for (const Diagnostic& problem : unwritten_.errors()) problems_.add(problem);
}

}  // namespace gantry
