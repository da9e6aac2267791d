// SPDX-License-Identifier: Apache-2.0
// What the reports say about a run beside its statistics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/stream_statistics.h"

namespace gantry {

struct RunInfo {
  std::string experiment;
  std::string architecture;
  std::uint64_t seed = 0;
  double wall_seconds = 0.0;       ///< the only number that differs between two equal runs
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  /// Of a stream: what it converges to.
  std::optional<StreamStats> stream;
  /// Files written beside the summary (names of output_names.h); `gantry check` expects exactly these tables.
  std::vector<std::string> outputs;
};

}  // namespace gantry
