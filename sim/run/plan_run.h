// SPDX-License-Identifier: Apache-2.0
// Length of a plan's run, without files: on the machine, or on the calendar of computing and transfers.
#pragma once

#include <atomic>

#include "experiment/experiment.h"
#include "gantry/kernel/run_control.h"

namespace gantry {

struct PlanRun {
  Cycle cycles = 0;
  RunEnd end = RunEnd::complete;
};

/// Runs the replay with the experiment's `timing`. `stop` ends the run when it becomes true. Precondition: the
/// experiment has a replay, and passed check_feasible unless its timing is ideal.
PlanRun run_plan(const Experiment& experiment, const std::atomic<bool>* stop);

}  // namespace gantry
