// SPDX-License-Identifier: Apache-2.0
// What a file's content is known by.
#pragma once

#include <string>
#include <string_view>

namespace gantry {

/// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view content);

}  // namespace gantry
