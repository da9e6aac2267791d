// SPDX-License-Identifier: Apache-2.0
// The first cycle in which two runs differ: a block does something in one of them and not in the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/run_pair.h"

namespace gantry {

/// An event that only one run has in that cycle.
struct Deed {
  std::string_view block;
  std::string_view station;    ///< a column of tasks.csv or jobs.csv; "end": the end of the run
  std::string_view task;       ///< empty: no task
  std::uint32_t job = kNone;   ///< kNone: the complete task
  std::string_view processor;  ///< the chosen processor; empty: none
  std::uint32_t id = kNone;    ///< the chosen task id; kNone: none
  Cycle elsewhere = kNever;    ///< cycle of the event in the other run; kNever: unknown
};

struct Divergence {
  Cycle cycle = 0;
  std::string_view block;     ///< block of the first event
  std::string_view station;   ///< station of the first event
  std::uint64_t records = 0;  ///< number of stations of tasks and jobs that differ in this cycle
  std::vector<Deed> a;        ///< at most kMostDeeds, in the order of the stations of a life, then of tasks
  std::vector<Deed> b;
};

inline constexpr std::size_t kMostDeeds = 10;

/// Returns the first difference; nothing if no record differs and both runs end in the same cycle. Uses the tables that
/// both runs have. After the end of an incomplete run nothing is known of it.
std::optional<Divergence> first_divergence(const RunPair& runs);

}  // namespace gantry
