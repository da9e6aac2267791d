// SPDX-License-Identifier: Apache-2.0
// A kernel without SystemC: a loop over the cycles in which a unit is due. Tests use it to run hundreds of machines in
// one process. The SystemC shells of model/sc run the same units in the same cycles; a test compares all output bytes.
#pragma once

#include <cstdint>

#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/run_control.h"

namespace gantry {
inline namespace kernel {

struct CycleKernelOptions {
  bool verify = false;             ///< check every invariant after every cycle
  std::uint64_t shuffle_seed = 0;  ///< evaluate the units of a cycle in random order; 0: in the machine's order
  bool fast_forward = true;        ///< skip whole periods that repeat, if the machine supports it
};

/// Runs the machine from cycle 0. Returns how the run ended, and sets `now` to its last cycle. After a deadlock that is
/// the last cycle in which a unit ran, at the cycle limit it is control.max_cycles. Throws std::logic_error if
/// options.verify is set and an invariant is broken. Detaches the units from any Waker.
RunEnd run_cycles(ClockedMachine& machine, const RunControl& control, const CycleKernelOptions& options, Cycle& now);

}  // namespace kernel
}  // namespace gantry
