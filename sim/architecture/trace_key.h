// SPDX-License-Identifier: Apache-2.0
// The key `trace` of the pattern of that name: a file of packets.
#pragma once

#include "architecture/traffic_reader.h"
#include "gantry/network/traffic_spec.h"
#include "text/yaml_reader.h"

namespace gantry {

/// `map`: the traffic. The file is read once, so that what is wrong in it is known.
void read_trace_file(MapReader& map, const TrafficRules& rules, TrafficSpec& to);

}  // namespace gantry
