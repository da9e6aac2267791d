// SPDX-License-Identifier: Apache-2.0
// The loads of a network experiment as one picture. docs/outputs.md explains it.
#pragma once

#include <string>

#include "network/network_result.h"

namespace gantry {

/// Mean and 99 % of the latencies over the offered load, of the list and of the search, with saturation and the bound.
std::string latency_load_picture(const std::string& title, const NetworkResult& result);

}  // namespace gantry
