// SPDX-License-Identifier: Apache-2.0
// Picture of all loads of a network experiment. docs/outputs.md explains it.
#pragma once

#include <string>

#include "network/network_result.h"

namespace gantry {

/// Returns an SVG: mean and 99th percentile of the latency over the offered load, for the list and the search, with
/// saturation and the bound.
std::string latency_load_picture(const std::string& title, const NetworkResult& result);

}  // namespace gantry
