// SPDX-License-Identifier: Apache-2.0
// What the blocks of a machine of processors count: of every such machine, for they are always the same blocks.
#pragma once

#include "output/measure_table.h"

namespace gantry {

MeasureTables machine_measures();

}  // namespace gantry
