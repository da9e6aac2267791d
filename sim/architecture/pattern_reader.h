// SPDX-License-Identifier: Apache-2.0
// Reader of the own keys of a traffic pattern (gantry/network/pattern.h), and check that the nodes suit the pattern.
#pragma once

#include "architecture/traffic_reader.h"
#include "gantry/network/traffic_spec.h"
#include "text/yaml_reader.h"

namespace gantry {

/// `map`: the traffic's map, whose general keys were read into `to`.
void read_pattern(MapReader& map, const TrafficRules& rules, TrafficSpec& to);

}  // namespace gantry
