// SPDX-License-Identifier: Apache-2.0
// Why a run took as long as it did, as `gantry explain` tells it. `describe` in explanation.cpp has a line per result
// (result/result_visitor.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/result_visitor.h"

namespace gantry {

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
  NamedCounts causes;   ///< of the critical path, in order of size, none of 0
  NamedCounts held;     ///< of the path, waiting for others alone, in order of size, none of 0
  NamedCounts without;  ///< the run without one thing after the other, the best first
  NamedCounts bounds;   ///< the largest first, none of 0
  std::uint64_t steps = 0;
  std::vector<LongStep> longest;
};

void describe(ResultVisitor& results, Explanation& explanation);

}  // namespace gantry
