// SPDX-License-Identifier: Apache-2.0
// Digest of a file's content.
#pragma once

#include <string>
#include <string_view>

namespace gantry {

/// Returns the SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view content);

}  // namespace gantry
