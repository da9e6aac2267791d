// SPDX-License-Identifier: Apache-2.0
// Random faults of an experiment's machine, the same for the same seed. faulty_machines_test.cpp defines them.
#pragma once

#include <vector>

#include "experiment/experiment.h"
#include "gantry/network/network_fault.h"
#include "gantry/platform/fault_plan.h"

namespace gantry::faulty_machines_test {

/// Up to three faults for every processor, or faults at random times. `fails`: some are failing jobs.
FaultPlan random_faults(const Experiment& experiment, bool fails = false);

/// Up to four links or routers that die.
std::vector<NetworkFault> random_deaths(const Experiment& experiment);

}  // namespace gantry::faulty_machines_test
