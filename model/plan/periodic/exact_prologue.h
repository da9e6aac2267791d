// SPDX-License-Identifier: Apache-2.0
// The smallest prologue of an assignment as a mixed-integer program: for small cases, and to tell how far from the
// optimum the search ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/plan/milp/milp.h"
#include "gantry/plan/periodic/copies.h"

namespace gantry::plan {

struct ExactPrologue {
  MilpStatus status = MilpStatus::kNone;  ///< kOptimal: `bound` is reached, by `better` or by what was known
  std::uint64_t bound = 0;                ///< no schedule with this assignment has a smaller largest retiming
  std::optional<PeriodicSchedule> better;
  std::string solver;
  std::string version;
  std::string stopped;
  std::uint64_t nodes = 0;
};

/// Pairs of copies on one processor: each is a binary variable of the model.
std::uint64_t exact_pairs(const Copies& copies, const std::vector<std::uint32_t>& processor);

/// A retiming that is whole within the solver's tolerance of a millionth is then right within half a cycle.
inline constexpr Time kMostExactPeriod = 500000;

/// Looks for a schedule with a smaller largest retiming than `known` (legal, with retiming) on the same processors.
/// `least` is a bound known before. Precondition: period <= kMostExactPeriod.
ExactPrologue exact_prologue(const Copies& copies, const PeriodicSchedule& known, std::uint64_t least,
                             const MilpLimits& limits);

/// The model that it solves, with the largest retiming at most `most`.
Milp prologue_model(const Copies& copies, const std::vector<std::uint32_t>& processor, std::uint64_t most);

}  // namespace gantry::plan
