// SPDX-License-Identifier: Apache-2.0
// Levels of queues over time, as trace.json has them (docs/outputs.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "query/derived_tables.h"

namespace gantry {

/// A queue's level in the cycles from `begin` to before `end`. The texts are valid during the call that passes it.
struct QueueLevel {
  std::string_view block;
  std::string_view queue;
  Cycle begin = 0;
  Cycle end = 0;
  std::int64_t level = 0;
};

/// Calls `take` for every level, in order of `end`. Reports a trace that is not as runs write it.
void read_trace_levels(const QueriedRun& run, Diagnostics& problems,
                       const std::function<void(const QueueLevel&)>& take);

}  // namespace gantry
