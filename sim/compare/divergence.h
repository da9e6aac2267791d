// SPDX-License-Identifier: Apache-2.0
// Where two runs part: the first cycle in which a block does something in one of them and not in the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/run_pair.h"

namespace gantry {

/// What a run did in that cycle and the other did not.
struct Deed {
  const char* block = "";
  std::string_view station;    ///< a column of tasks.csv or jobs.csv; "end": the run's
  std::string_view task;       ///< empty: of none
  std::uint32_t job = kNone;   ///< kNone: of the task as a whole
  std::string_view processor;  ///< that was chosen for the job; empty: none was
  std::uint32_t id = kNone;    ///< that was chosen for the task
  Cycle elsewhere = kNever;    ///< when the other run does it; kNever: not known to
};

struct Divergence {
  Cycle cycle = 0;
  const char* block = "";     ///< in which the first of all deeds happens
  std::string_view station;   ///< of that one
  std::uint64_t records = 0;  ///< tasks' and jobs' stations that differ in this cycle
  std::vector<Deed> a;        ///< at most kMostDeeds, in order of the stations of a life, then of tasks
  std::vector<Deed> b;
};

inline constexpr std::size_t kMostDeeds = 10;

/// Nothing if no record differs and both end in the same cycle. Looks at the tables that both have; after the end of a
/// run that did not complete nothing is known of it.
std::optional<Divergence> first_divergence(const RunPair& runs);

}  // namespace gantry
