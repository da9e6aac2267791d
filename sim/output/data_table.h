// SPDX-License-Identifier: Apache-2.0
// What the summary on the terminal says of data objects and local stores.
#pragma once

#include <string>

#include "gantry/scheduler/data_stats.h"

namespace gantry {

std::string data_table(const DataStats& stats, bool unicode);

}  // namespace gantry
