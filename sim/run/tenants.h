// SPDX-License-Identifier: Apache-2.0
// The streams of an experiment as their statistics want to know them.
#pragma once

#include <functional>
#include <vector>

#include "experiment/experiment.h"
#include "gantry/scheduler/picker.h"
#include "output/tenant_statistics.h"

namespace gantry {

/// With the response of an instance of each that has the machine to itself, which is simulated for it (without one if
/// the experiment's cycle limit ends that). `picker_engine`: as of the run.
std::vector<Tenant> tenants_of(const Experiment& experiment, const std::function<PickerFactory>& picker_engine);

}  // namespace gantry
