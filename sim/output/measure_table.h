// SPDX-License-Identifier: Apache-2.0
// What the blocks of a machine count, as the tables of docs/: rows by the lines with which the units tell it
// (gantry/kernel/unit.h).
#pragma once

#include <string>
#include <vector>

#include "gantry/kernel/unit.h"

namespace gantry {

struct MeasureTables {
  std::vector<std::string> counts;  ///< of `blocks` in a summary: `| block | key | unit | meaning |`
  std::vector<std::string> wires;   ///< of waveforms alone: `| wire | is |`
};
MeasureTables measure_tables(const std::vector<Unit*>& units);

}  // namespace gantry
