// SPDX-License-Identifier: Apache-2.0
// Checks before cycle 0 whether the machine can run the workload.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/speed.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/data_object.h"
#include "gantry/workload/workload.h"

namespace gantry {

struct Experiment;

/// Checks the experiment's graph, or its stream: every class and number of jobs that it may draw, and its expected
/// work. Streams have no predecessors, so their order needs no check.
bool check_feasible(const Experiment& experiment, Diagnostics& diagnostics);

/// Reports, at each task's position: a processor type without a group; jobs that are too large for all processors of
/// their type, or no whole number of words of one that may run them; more jobs than a gang can match at once or within
/// `match_timeout`; missing clusters for co-location; a job whose data objects do not fit into a local store; work
/// beyond kMaxJobTime; an order of submission that can never finish. Returns whether there was no problem.
/// Precondition: machine and workload were read without errors.
bool check_feasible(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics);

/// Returns the most jobs of a task that the machine matches at once; 2^16 if it matches jobs one by one.
std::uint64_t most_jobs_at_once(const Architecture& architecture, const WorkloadTask& task);

/// Reports a task with a job whose data objects, all parts that it reads and writes, do not fit into a store of
/// `store_bytes` at once. `objects`: object_shapes() of the workload. `store` names the store: "of processor group
/// 'a'". Returns whether every job fits.
bool check_job_data(const WorkloadTask& task, const std::vector<ObjectShape>& objects, std::uint64_t store_bytes,
                    const std::string& store, Diagnostics& diagnostics);

/// Checks the order of submission. Class queues are first in, first out, and a head leaves only when its predecessors
/// have completed. So submit cycles that put a successor before its predecessor can make tasks wait for ever.
bool check_submission_order(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics);

/// Whether a task has a target weight of its own.
[[nodiscard]] bool sets_targets(const Experiment& experiment);
/// Whether a task has jobs of different kinds.
[[nodiscard]] bool has_different_jobs(const Experiment& experiment);
/// Whether the dispatcher's loader has a ring.
[[nodiscard]] bool has_load_ring(const Experiment& experiment);
/// Whether the dispatcher's loader has anything to do.
bool loads_tasks(const Experiment& experiment);

}  // namespace gantry
