// SPDX-License-Identifier: Apache-2.0
// How good what was tried is, as NSGA-II orders it (Deb et al. 2002): by constrained domination, then by room.
#pragma once

#include <cstddef>
#include <vector>

#include "sweep/search.h"

namespace gantry {

struct Standing {
  std::size_t rank = 0;  ///< 0: on a front
  double room = 0.0;     ///< crowding distance among those of its rank

  [[nodiscard]] bool betters(const Standing& other) const {
    return rank != other.rank ? rank < other.rank : room > other.room;
  }
};

/// Of each of `which`, numbers of `tried`, among these. Admitted points by non-dominated sorting; behind them those
/// that break constraints, by how many; last what has no results. Each workload has a front of its own, and a
/// configuration stands as it does with the workload that it suits best.
std::vector<Standing> standings(const Study& study, const std::vector<Tried>& tried,
                                const std::vector<std::size_t>& which);

}  // namespace gantry
