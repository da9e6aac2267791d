// SPDX-License-Identifier: Apache-2.0
// Statistics of a machine's blocks as tables for docs/, from the units' own descriptions (gantry/kernel/unit.h).
#pragma once

#include <string>
#include <vector>

#include "gantry/kernel/unit.h"

namespace gantry {

struct MeasureTables {
  std::vector<std::string> counts;  ///< rows `| block | key | unit | meaning |` of `blocks` in a summary
  std::vector<std::string> wires;   ///< rows `| wire | is |` of signals in waveforms
};
MeasureTables measure_tables(const std::vector<Unit*>& units);

}  // namespace gantry
