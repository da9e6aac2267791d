// SPDX-License-Identifier: Apache-2.0
// timing.json: cost of a run on the simulating computer. It is the only file in which two equal runs differ.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "gantry/base/diagnostics.h"
#include "output/output_place.h"

namespace gantry {

/// Starts the measurement on construction.
class RunTimer {
 public:
  RunTimer();
  [[nodiscard]] double wall_seconds() const;
  /// CPU time of all threads of this process.
  [[nodiscard]] double cpu_seconds() const;

 private:
  std::chrono::steady_clock::time_point begun_;
  double cpu_begun_;
};

/// What the cost covers, where that is not one run.
struct CoveredRuns {
  std::uint64_t runs = 1;
  std::uint64_t cycles = 0;  ///< simulated cycles of all of them
};

/// Writes the file; reports a write error. `covered` null: one run, whose cycles are in its summary.
void write_timing_json(const OutputPlace& place, const RunTimer& timer, const CoveredRuns* covered,
                       Diagnostics& problems);

}  // namespace gantry
