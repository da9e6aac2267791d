// SPDX-License-Identifier: Apache-2.0
// Control of a run from outside, for every kernel.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

/// How a run ended.
enum class RunEnd : std::uint8_t {
  complete,     ///< the machine has finished
  deadlock,     ///< no unit is due, and the machine has not finished
  cycle_limit,  ///< RunControl::max_cycles was reached, or the largest simulation time of SystemC
  interrupted,  ///< RunControl::stop was set
  failed,       ///< the machine has finished, and a task has failed
  cut_off       ///< a message cannot reach its destination any more
};

/// Returns the reason why a run ended early, in words; "" if it is complete.
constexpr std::string_view why(RunEnd end) {
  constexpr std::array<std::string_view, 6> kWhy = {"",
                                                    "deadlock: nothing can happen any more",
                                                    "the cycle limit was reached",
                                                    "interrupted",
                                                    "tasks have failed",
                                                    "a message cannot reach its destination"};
  return kWhy[static_cast<std::size_t>(end)];
}

struct RunControl {
  Cycle max_cycles = 0;                     ///< last cycle of the run; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< true ends the run; read when `progress` is called; nullptr: none
  std::function<void(Cycle now)> progress;  ///< called once or more per 65536 cycles with work; may be empty

  // Cuts of a machine whose state can be saved.
  Cycle first_cut = kNever;  ///< last cycle before the first call of `save`; kNever: none
  /// Saves the machine. All cycles up to `cut` have run: `now` is the last one in which a unit ran, `next` the next
  /// one. Returns the last cycle before the next call, at least `next`; kNever: none. Not called after the last cycle.
  std::function<Cycle(Cycle cut, Cycle now, Cycle next)> save;
  /// Replaces the state of the machine after its start, and returns `now` of that state; empty: the run begins at 0.
  std::function<Cycle()> restore;
};

}  // namespace kernel
}  // namespace gantry
