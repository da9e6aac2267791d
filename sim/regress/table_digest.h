// SPDX-License-Identifier: Apache-2.0
// What a file is known by: its SHA-256, and the beginnings of those of its parts, by which the first part that has
// changed is found without the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gantry {

struct TableDigest {
  std::uint64_t lines = 0;
  std::string sha256;
  std::string parts;  ///< kPartDigits of each; parts have the same number of lines, the last perhaps fewer
};

TableDigest table_digest(std::string_view text);

/// Where the text first differs from what it was: "line 17" or "lines 17 to 20", and how many lines there are if that
/// is other than before. Precondition: it differs.
std::string first_difference(const TableDigest& before, std::string_view text);

}  // namespace gantry
