// SPDX-License-Identifier: Apache-2.0
// A kernel without SystemC: walks the cycles in which some unit is due. Tests use it to run hundreds of machines in one
// process; the SystemC shells of model/sc give the same units the same cycles (a test holds the two to the same bytes).
#pragma once

#include <cstdint>

#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/run_control.h"

namespace gantry {
inline namespace kernel {

struct CycleKernelOptions {
  bool verify = false;             ///< check every invariant after every cycle
  std::uint64_t shuffle_seed = 0;  ///< not 0: evaluate the units of a cycle in random order, which must not matter
  bool fast_forward = true;        ///< whole periods that repeat pass at once, if the machine can
};

/// Runs the machine from cycle 0. Answers how it ended; `now` is the last cycle that was run.
RunEnd run_cycles(ClockedMachine& machine, const RunControl& control, const CycleKernelOptions& options, Cycle& now);

}  // namespace kernel
}  // namespace gantry
