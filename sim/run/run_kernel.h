// SPDX-License-Identifier: Apache-2.0
// The simulated part of a run, the same for every machine.
#pragma once

#include "gantry/base/types.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/kernel/run_control.h"
#include "gantry/sc/run_systemc.h"
#include "run/simulation.h"

namespace gantry {

/// Gives the machine its cycles by the kernel that the options name; `done` tells how much it has done and `total` of
/// how much, for the progress line. Returns how the run ended; `now` is its last cycle. A machine that is done holds
/// nothing any more, which is checked.
template <class AnyMachine, class Done>
RunEnd run_kernel(AnyMachine& machine, const SimulationOptions& options, Cycle max_cycles, Done done,
                  std::uint64_t total, Cycle& now) {
  RunControl control;
  control.max_cycles = max_cycles;
  control.stop = options.stop;
  if (options.progress) control.progress = [&](Cycle cycle) { options.progress(cycle, done(), total); };
  const RunEnd end = options.kernel == Kernel::systemc
                         ? sc::run_systemc(machine, control, now)
                         : run_cycles(machine, control, {options.verify, options.shuffle_seed, true}, now);
  if (end == RunEnd::complete) machine.verify_empty();
  return end;
}

}  // namespace gantry
