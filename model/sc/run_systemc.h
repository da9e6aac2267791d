// SPDX-License-Identifier: Apache-2.0
// Runs of a machine by SystemC, for callers that do not include SystemC. A build without it (GANTRY_SYSTEMC=OFF) has
// the same functions, which throw.
#pragma once

#include <string>

#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/run_control.h"

namespace gantry {
inline namespace platform {
class Machine;
}

namespace sc {

/// Whether the program was built with SystemC. Otherwise run_systemc() throws.
bool has_systemc();

/// Runs a machine with Gantry's memory; once per process, a limit of SystemC. Returns how the run ended. `now`: its
/// last cycle. Throws std::logic_error in a build without SystemC.
RunEnd run_systemc(Machine& machine, const RunControl& control, Cycle& now);
/// The same for a machine without memory.
RunEnd run_systemc(ClockedMachine& machine, const RunControl& control, Cycle& now);

/// Version of the SystemC library, for example "2.3.4"; "none" in a build without it.
std::string systemc_version();

}  // namespace sc
}  // namespace gantry
