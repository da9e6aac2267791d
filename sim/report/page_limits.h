// SPDX-License-Identifier: Apache-2.0
// How much of a run its page holds. The page says what it left out.
#pragma once

#include <algorithm>
#include <cstddef>

namespace gantry {

struct PageLimits {
  std::size_t jobs = 9000;         ///< single jobs
  std::size_t steps = 2500;        ///< of the critical path
  std::size_t rows = 256;          ///< processors that are drawn
  std::size_t cells = 40000;       ///< rows x stretches of time of the busy shares
  std::size_t stretches = 1000;    ///< of a curve over time
  std::size_t links = 12000;       ///< links, and routers
  std::size_t terminals = 1000;    ///< of the network
  std::size_t entries = 200;       ///< of a list in summary.json
  std::size_t text_bytes = 60000;  ///< of the experiment
  std::size_t name_bytes = 80;     ///< of a name

  /// A part of it, for pages that are too large, or hold several runs.
  [[nodiscard]] PageLimits over(std::size_t divisor) const {
    PageLimits less = *this;
    for (std::size_t* limit : {&less.jobs, &less.steps, &less.rows, &less.cells, &less.stretches, &less.links,
                               &less.terminals, &less.entries, &less.text_bytes})
      *limit = std::max<std::size_t>(*limit / divisor, 2);
    return less;
  }
};

}  // namespace gantry
