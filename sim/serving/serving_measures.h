// SPDX-License-Identifier: Apache-2.0
// What the blocks of a machine of inference nodes count; `NODE` stands for the name of any node.
#pragma once

#include "output/measure_table.h"

namespace gantry {

MeasureTables serving_measures();

}  // namespace gantry
