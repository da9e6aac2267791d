// SPDX-License-Identifier: Apache-2.0
// How a run is steered from outside, whichever kernel gives it time.
#pragma once

#include <atomic>
#include <functional>

#include "core/types.h"

namespace gantry {

struct RunControl {
  Cycle max_cycles = 0;                     ///< 0 = no limit; the run ends after this cycle
  const std::atomic<bool>* stop = nullptr;  ///< set from a signal handler
  std::function<void(Cycle now)> progress;  ///< called now and then
};

}  // namespace gantry
