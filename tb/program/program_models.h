// SPDX-License-Identifier: Apache-2.0
// Models in Verilog for the program. They are in a library of their own, gantry_rtl.so, which `make rtl` builds and the
// program loads when a model is first requested. Users without RTL need not compile it.
#pragma once

#include <optional>
#include <string>

namespace gantry {

/// Returns why program_rtl_models() and the other three tables are empty, with advice; nothing: the library is loaded.
std::optional<std::string> missing_models();

}  // namespace gantry
