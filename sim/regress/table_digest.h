// SPDX-License-Identifier: Apache-2.0
// Digest of a file: its SHA-256, and short digests of its parts. They identify the first part that has changed without
// the old file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gantry {

struct TableDigest {
  std::uint64_t lines = 0;
  std::string sha256;
  std::string parts;  ///< kPartDigits digits of each part; parts have equally many lines, the last perhaps fewer
};

TableDigest table_digest(std::string_view text);

/// Returns where the text first differs from the digest: "line 17" or "lines 17 to 20", and the number of lines if it
/// has changed. Precondition: the text differs.
std::string first_difference(const TableDigest& before, std::string_view text);

}  // namespace gantry
