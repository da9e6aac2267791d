// SPDX-License-Identifier: Apache-2.0
// The smallest prologue of an assignment as a mixed-integer program: for small cases, and to measure the search against
// the optimum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/plan/milp/milp.h"
#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

struct ExactPrologue {
  MilpStatus status = MilpStatus::kNone;   ///< kOptimal: `better` or the known schedule reaches `bound`
  std::uint64_t bound = 0;                 ///< lower bound of the largest retiming with this assignment
  std::optional<PeriodicSchedule> better;  ///< a schedule with a smaller largest retiming; nothing: none was found
  std::string solver;
  std::string version;
  std::string stopped;
  std::uint64_t nodes = 0;
};

/// Returns the number of pairs of copies on one processor; each is a binary variable.
std::uint64_t exact_pairs(const Copies& copies, const std::vector<std::uint32_t>& processor);

/// Longest period: a retiming that is whole within the solver's tolerance of 10^-6 is then exact within half a cycle.
inline constexpr Time kMostExactPeriod = 500000;

/// Searches for a schedule on the same processors with a smaller largest retiming than `known`, which is legal and has
/// retimings. `least`: known lower bound. Precondition: period <= kMostExactPeriod.
ExactPrologue exact_prologue(const Copies& copies, const PeriodicSchedule& known, std::uint64_t least,
                             const MilpLimits& limits);

/// Returns the program, with the largest retiming at most `most` periods. `processor`: by copy.
Milp prologue_model(const Copies& copies, const std::vector<std::uint32_t>& processor, std::uint64_t most);

}  // namespace gantry::plan
