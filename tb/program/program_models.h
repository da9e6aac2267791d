// SPDX-License-Identifier: Apache-2.0
// The models in Verilog that the program finds. They are in a library of their own, gantry_rtl.so, which `make rtl`
// builds and the program loads when a model is first asked for: who never does need not compile them.
#pragma once

#include <optional>
#include <string>

namespace gantry {

/// Why program_rtl_models() and the other three tables are empty, and what to do about it; nothing: the library is
/// loaded.
std::optional<std::string> missing_models();

}  // namespace gantry
