// SPDX-License-Identifier: Apache-2.0
// The command line of a campaign: pairs `--key value`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::campaign {

/// A key, and where its value goes: one of the two.
struct Argument {
  const char* key;
  std::uint64_t* number = nullptr;
  std::string* text = nullptr;
};

/// False: a key that is not among them, without a value, or whose value is no number.
bool read_arguments(int argc, char** argv, const std::vector<Argument>& known);

}  // namespace gantry::campaign
