// SPDX-License-Identifier: Apache-2.0
// A file that a command writes as a whole.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

namespace gantry {

/// Says on stderr what went wrong. The exit status: 0; 2 when the file cannot be opened; 1 when it cannot be written to
/// its end, and then nothing is left that looks like a result.
int write_file(const std::string& path, const std::function<void(std::ostream&)>& write);

}  // namespace gantry
