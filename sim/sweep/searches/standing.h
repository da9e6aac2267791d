// SPDX-License-Identifier: Apache-2.0
// Order of tried configurations as in NSGA-II (Deb et al. 2002): constrained domination, then crowding distance.
#pragma once

#include <cstddef>
#include <vector>

#include "sweep/search.h"

namespace gantry {

struct Standing {
  std::size_t rank = 0;  ///< rank of non-dominated sorting; 0: on a front
  double room = 0.0;     ///< crowding distance among configurations of its rank

  [[nodiscard]] bool betters(const Standing& other) const {
    return rank != other.rank ? rank < other.rank : room > other.room;
  }
};

/// Returns the standing of each of `which`, indices of `tried`, among these. Admitted points by non-dominated sorting;
/// then points that violate constraints, by the number of violations; last those without results. Each workload has a
/// front of its own, and a configuration has the best of its standings over the workloads.
std::vector<Standing> standings(const Study& study, const std::vector<Tried>& tried,
                                const std::vector<std::size_t>& which);

}  // namespace gantry
