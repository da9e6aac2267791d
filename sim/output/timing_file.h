// SPDX-License-Identifier: Apache-2.0
// timing.json: what a run cost on the machine that simulated it. The only file in which two equal runs differ.
#pragma once

#include <chrono>
#include <string>

#include "gantry/base/diagnostics.h"
#include "output/output_place.h"

namespace gantry {

/// Counts from its construction on.
class RunTimer {
 public:
  RunTimer();
  [[nodiscard]] double wall_seconds() const;
  /// Of all threads of this process.
  [[nodiscard]] double cpu_seconds() const;

 private:
  std::chrono::steady_clock::time_point begun_;
  double cpu_begun_;
};

/// Reports a file that cannot be written.
void write_timing_json(const OutputPlace& place, const RunTimer& timer, Diagnostics& problems);

}  // namespace gantry
