// SPDX-License-Identifier: Apache-2.0
// Limits of a page's content. The page states what it leaves out.
#pragma once

#include <algorithm>
#include <cstddef>

namespace gantry {

struct PageLimits {
  std::size_t jobs = 9000;         ///< single jobs
  std::size_t steps = 2500;        ///< steps of the critical path
  std::size_t rows = 256;          ///< processors that are drawn
  std::size_t cells = 40000;       ///< processors x slices of the busy shares over time
  std::size_t stretches = 1000;    ///< slices of a curve over time
  std::size_t faults = 4000;       ///< faults of processors
  std::size_t stores = 48;         ///< local stores
  std::size_t links = 12000;       ///< links; the same for routers
  std::size_t terminals = 1000;    ///< terminals of the network
  std::size_t entries = 200;       ///< entries of a list in summary.json
  std::size_t text_bytes = 60000;  ///< bytes of the experiment's text
  std::size_t name_bytes = 80;     ///< bytes of a name

  /// Returns reduced limits, for pages that are too large or that show several runs.
  [[nodiscard]] PageLimits over(std::size_t divisor) const {
    PageLimits less = *this;
    for (std::size_t* limit : {&less.jobs, &less.steps, &less.rows, &less.cells, &less.stretches, &less.faults,
                               &less.stores, &less.links, &less.terminals, &less.entries, &less.text_bytes})
      *limit = std::max<std::size_t>(*limit / divisor, 2);
    return less;
  }
};

}  // namespace gantry
