// SPDX-License-Identifier: Apache-2.0
// A machine run by SystemC, for callers that need not know SystemC. A build without it (GANTRY_SYSTEMC=OFF) has the
// same functions, and they say so.
#pragma once

#include <string>

#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/run_control.h"

namespace gantry {
inline namespace platform {
class Machine;
}

namespace sc {

/// Whether run_systemc works.
bool has_systemc();

/// A Platform with Gantry's memory behind it, elaborated and simulated; once per process, as SystemC has it. Answers
/// how the run ended; `now` is its last cycle. Throws std::logic_error in a build without SystemC.
RunEnd run_systemc(Machine& machine, const RunControl& control, Cycle& now);
/// The same for a machine without a memory of its own.
RunEnd run_systemc(ClockedMachine& machine, const RunControl& control, Cycle& now);

/// Version of the SystemC library, for example "2.3.4"; "none" without.
std::string systemc_version();

}  // namespace sc
}  // namespace gantry
