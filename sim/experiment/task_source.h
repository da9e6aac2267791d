// SPDX-License-Identifier: Apache-2.0
// Where the host's tasks come from in one experiment.
#pragma once

#include <memory>

#include "experiment/experiment.h"
#include "experiment/request_source.h"
#include "gantry/workload/task.h"

namespace gantry {

/// The tasks of the workload's graph, or of the stream. Precondition: check_feasible() found nothing. The experiment
/// must outlive the source.
std::unique_ptr<TaskSource> make_task_source(const Experiment& experiment);

/// The same of a closed loop, whose requests go to `requests` (nullptr: to no one), which must outlive the source.
/// nullptr: the experiment has no closed loop.
std::unique_ptr<RequestSource> make_request_source(const Experiment& experiment, RequestSink* requests);

}  // namespace gantry
