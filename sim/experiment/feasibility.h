// SPDX-License-Identifier: Apache-2.0
// What can be known before cycle 0: whether this machine can run this workload at all.
#pragma once

#include "gantry/base/diagnostics.h"
#include "gantry/base/speed.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

struct Experiment;

/// The experiment's graph, or what its stream may draw: for every class and number of jobs the same checks as for a
/// task, and for its length the expected work. Streams have no predecessors, so their order needs no check.
bool check_feasible(const Experiment& experiment, Diagnostics& diagnostics);

/// Reports, at each task's position: a processor type that no group has; jobs too large for every processor of their
/// type or no whole number of words of one that may run them; more jobs than a gang can match at once or within
/// `match_timeout`; clusters that co-location needs and the machine lacks; work beyond kMaxJobTime; an order of
/// submission that can never finish. False when there was something to report.
/// Precondition: both were read without errors.
bool check_feasible(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics);

/// The part about the order: the class queues are first in, first out, and a head leaves only when its predecessors are
/// done, so that submit cycles which put a successor before its predecessor can make tasks wait for ever.
bool check_submission_order(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics);

}  // namespace gantry
