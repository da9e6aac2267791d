// SPDX-License-Identifier: Apache-2.0
// Descriptions of an experiment's streams for their statistics.
#pragma once

#include <functional>
#include <vector>

#include "experiment/experiment.h"
#include "gantry/scheduler/picker.h"
#include "output/request_statistics.h"
#include "output/tenant_statistics.h"

namespace gantry {

/// Returns the streams, each with the response time of an instance that runs alone on the machine, which is simulated
/// for it. It is missing if the experiment's cycle limit ends that run, or if `alone` is false. `picker_engine`: as in
/// the run.
std::vector<Tenant> tenants_of(const Experiment& experiment, const std::function<PickerFactory>& picker_engine,
                               bool alone = true);

/// Returns the streams as the statistics of requests know them.
std::vector<RequestStream> request_streams(const Experiment& experiment);

}  // namespace gantry
