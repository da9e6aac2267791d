// SPDX-License-Identifier: Apache-2.0
// Replay of a plan without a machine: a calendar in which only computing and transfers take time. Planned and replayed
// cycles agree, or the planner is wrong. The difference to the machine is the hardware's cost.
#pragma once

#include "experiment/experiment.h"
#include "gantry/platform/run_stats.h"
#include "gantry/scheduler/records.h"

namespace gantry {

/// Replays the plan of an experiment. Tasks run in the plan's order. Each job goes to the processor of the plan that is
/// free first (ties: the lowest number). It starts when the processor is free and the data of all predecessors have
/// arrived. An edge between processors takes ceil(bytes x cycles_per_byte + latency) cycles with the plan's parameters
/// (defaults 1 and 0); on one processor none. Event tasks take no time. If the plan has releases, tasks are submitted
/// in its order, each in its `submit` cycle or later; else in cycle 0. In a task's record, submitted and cached are
/// that cycle, registered is the end of its last predecessor if that is later, and later stamps are starts and ends of
/// its jobs. Precondition: the experiment has a replay.
RunStats replay_ideally(const Experiment& experiment, RecordSink& sink);

}  // namespace gantry
