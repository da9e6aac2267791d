// SPDX-License-Identifier: Apache-2.0
// Results of `gantry network` as JSON. docs/network.md explains each number.
#pragma once

#include <string>

#include "network/network_experiment.h"
#include "network/network_result.h"
#include "result/provenance.h"

namespace gantry {

std::string network_json(const NetworkExperiment& experiment, const NetworkResult& result, const Provenance& from);

}  // namespace gantry
