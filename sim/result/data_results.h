// SPDX-License-Identifier: Apache-2.0
// What a summary says of data objects and local stores (docs/stores.md).
#pragma once

#include <cstdint>

#include "gantry/scheduler/data_stats.h"

namespace gantry {

class ResultVisitor;

struct DataResults : DataStats {
  double hit_rate = 0.0;
  std::uint64_t evictions = 0;
  double fullest = 0.0;
};

/// Returns the counts with what follows from them.
DataResults data_results(const DataStats& stats);

void describe(ResultVisitor& results, DataResults& data);

}  // namespace gantry
