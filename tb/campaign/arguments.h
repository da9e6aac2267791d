// SPDX-License-Identifier: Apache-2.0
// Command line of a random regression: pairs `--key value`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::campaign {

/// A key and the destination of its value: one of the two members.
struct Argument {
  const char* key;
  std::uint64_t* number = nullptr;
  std::string* text = nullptr;
};

/// Returns false for an unknown key, a missing value, or an invalid number.
bool read_arguments(int argc, char** argv, const std::vector<Argument>& known);

}  // namespace gantry::campaign
