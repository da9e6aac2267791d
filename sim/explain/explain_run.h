// SPDX-License-Identifier: Apache-2.0
// Why a finished run took as long as it did, from its files alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

using NamedCycles = std::vector<std::pair<std::string, std::uint64_t>>;

/// A step of the critical path.
struct LongStep {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string cause;
  std::string task;
  std::string job;  ///< empty: the task as a whole
  std::string detail;
};

struct Explanation {
  std::string experiment;
  std::uint64_t cycles = 0;
  bool complete = false;
  std::vector<std::string> verdict;
  NamedCycles causes;   ///< of the critical path, in order of size, none of 0
  NamedCycles held;     ///< of the path, waiting for others alone, in order of size, none of 0
  NamedCycles without;  ///< the run without one thing after the other, the best first
  NamedCycles bounds;   ///< the largest first, none of 0
  std::vector<LongStep> longest;
  std::uint64_t steps = 0;
};

/// Nothing, and problems, if the directory has no run of jobs or its files are not what runs write.
std::optional<Explanation> explain_run(const std::string& directory, Diagnostics& problems);

/// As people read it.
std::string explanation_text(const Explanation& explanation, bool unicode);
/// As scripts read it (`gantry schema explain`).
std::string explanation_json(const Explanation& explanation);

}  // namespace gantry
