// SPDX-License-Identifier: Apache-2.0
// The own keys of a traffic pattern, of the forms that gantry/network/pattern.h knows, and whether the nodes suit it.
#pragma once

#include "architecture/traffic_reader.h"
#include "gantry/network/traffic_spec.h"
#include "text/yaml_reader.h"

namespace gantry {

/// `map`: the traffic, whose plain keys have been read into `to`.
void read_pattern(MapReader& map, const TrafficRules& rules, TrafficSpec& to);

}  // namespace gantry
