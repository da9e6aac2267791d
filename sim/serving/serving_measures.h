// SPDX-License-Identifier: Apache-2.0
// Descriptions of the statistics of the blocks of a machine of inference nodes. `NODE` stands for any node's name.
#pragma once

#include "output/measure_table.h"

namespace gantry {

MeasureTables serving_measures();

}  // namespace gantry
