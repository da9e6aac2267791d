// SPDX-License-Identifier: Apache-2.0
// A file that a command writes as a whole.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace gantry {

/// Whether the outputs (those that are empty are not asked for) leave the inputs alone, and can be written; says on
/// stderr which do not, or cannot.
bool may_write(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

/// Says on stderr what went wrong. The exit status: 0; 2 when the file cannot be opened; 1 when it cannot be written to
/// its end, and then nothing is left that looks like a result.
int write_file(const std::string& path, const std::function<void(std::ostream&)>& write);

}  // namespace gantry
