// SPDX-License-Identifier: Apache-2.0
// Keys that a study varies for free: whatever their value, the machine costs the same (gantry/cost/machine_cost.h).
#pragma once

#include <string>
#include <vector>

#include "point/point_reader.h"
#include "sweep/study.h"

namespace gantry {

/// Returns the columns of axes over the machine or its policies whose choices change neither area, nor leakage, nor the
/// energy of any event. In the order of the axes; empty if neither a metric nor a constraint reads the cost. All other
/// axes keep one choice: their first one, or else their middle or last one if the machine cannot be built with it. Of
/// an axis with many choices eight are compared.
std::vector<std::string> costless_keys(const Study& study, PointReader& reader);

}  // namespace gantry
