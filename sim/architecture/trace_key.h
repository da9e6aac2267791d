// SPDX-License-Identifier: Apache-2.0
// Reader of the key `trace` of the pattern `trace`: a file of packets.
#pragma once

#include "architecture/traffic_reader.h"
#include "gantry/network/traffic_spec.h"
#include "text/yaml_reader.h"

namespace gantry {

/// `map`: the traffic's map. The file is read once from begin to end, to report all its problems.
void read_trace_file(MapReader& map, const TrafficRules& rules, TrafficSpec& to);

}  // namespace gantry
