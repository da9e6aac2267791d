// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/run_systemc.h"

#include <stdexcept>

namespace gantry::sc {

namespace {

[[noreturn]] RunEnd refuse() { throw std::logic_error("this program was built without SystemC (GANTRY_SYSTEMC=OFF)"); }

}  // namespace

bool has_systemc() { return false; }
RunEnd run_systemc(Machine& /*machine*/, const RunControl& /*control*/, Cycle& /*now*/) { refuse(); }
RunEnd run_systemc(ClockedMachine& /*machine*/, const RunControl& /*control*/, Cycle& /*now*/) { refuse(); }
std::string systemc_version() { return "none"; }

}  // namespace gantry::sc
