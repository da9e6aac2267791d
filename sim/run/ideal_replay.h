// SPDX-License-Identifier: Apache-2.0
// A plan replayed without a machine: a calendar in which nothing takes time but computing and transfers. Planned and
// replayed cycles agree here, or the planner is wrong; the machine shows what hardware adds.
#pragma once

#include "experiment/experiment.h"
#include "gantry/platform/run_stats.h"
#include "gantry/scheduler/records.h"

namespace gantry {

/// Tasks in the plan's order: each of a task's jobs goes to the processor of the plan that is free first (ties: the
/// lowest number) and starts when that is free and the data of all predecessors is there; an edge between processors
/// takes ceil(bytes x cycles_per_byte + latency) of the plan's parameters (defaults 1 and 0), on one processor none.
/// Event tasks do nothing where and when the plan puts them. If the plan has releases, tasks are submitted in its
/// order, each in its `submit` cycle or later; else in cycle 0. A task's record has submitted = cached = that,
/// registered = end of its last predecessor if that is later, and from `split` on the starts and ends of its jobs.
/// Precondition: the experiment has a replay.
RunStats replay_ideally(const Experiment& experiment, RecordSink& sink);

}  // namespace gantry
