// SPDX-License-Identifier: Apache-2.0
// Writing of a complete file by a command.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace gantry {

/// Checks that the outputs (empty ones are off) do not overwrite the inputs and can be written. Reports the others on
/// stderr.
bool may_write(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

/// Writes a file under a temporary name and renames it, so that a file of an earlier call is replaced as a whole or
/// stays, whenever the program ends. Reports errors on stderr. Returns the exit status: 0; 2 if the file cannot be
/// opened; 1 if it cannot be written completely.
int write_file(const std::string& path, const std::function<void(std::ostream&)>& write);

}  // namespace gantry
