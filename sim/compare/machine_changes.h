// SPDX-License-Identifier: Apache-2.0
// Activity of the machine's parts in both runs: processors by group, links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compare/compared_run.h"
#include "metric/change.h"

namespace gantry {

/// The processors of one group and type; a count of 0 in a run without the group.
struct GroupChange {
  std::string group;
  std::string type;
  Change processors;
  Change jobs;
  Change busy_cycles;
  double utilization_a = 0.0;  ///< busy cycles / (processors x cycles of the run)
  double utilization_b = 0.0;
};

/// In A's order, then groups of B alone.
std::vector<GroupChange> group_changes(const ComparedRun& a, const ComparedRun& b);

struct LinkChange {
  const ComparedLink* a = nullptr;  ///< link of the same kind and ends in run A
  const ComparedLink* b = nullptr;
};

inline constexpr std::size_t kMostLinks = 10;

struct LinkChanges {
  std::uint64_t in_both = 0;
  std::uint64_t only_in_a = 0;
  std::uint64_t only_in_b = 0;
  std::vector<LinkChange>
      most;  ///< at most kMostLinks by change of utilization, then in A's order; without unchanged links
};

LinkChanges link_changes(const ComparedRun& a, const ComparedRun& b);

}  // namespace gantry
