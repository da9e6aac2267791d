// SPDX-License-Identifier: Apache-2.0
#include "run/versions.h"

#include "gantry/sc/run_systemc.h"

namespace gantry {

std::vector<std::pair<std::string, std::string>> versions() {
  return {{"gantry", GANTRY_VERSION}, {"systemc", sc::systemc_version()}, {"verilator", GANTRY_VERILATOR_VERSION}};
}

}  // namespace gantry
