// SPDX-License-Identifier: Apache-2.0
// Descriptions of the statistics of a machine's blocks. They are the same for every machine of processors.
#pragma once

#include "output/measure_table.h"

namespace gantry {

MeasureTables machine_measures();

}  // namespace gantry
