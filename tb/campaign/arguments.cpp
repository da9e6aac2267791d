// SPDX-License-Identifier: Apache-2.0
#include "campaign/arguments.h"

#include <algorithm>
#include <charconv>

namespace gantry::campaign {

bool read_arguments(int argc, char** argv, const std::vector<Argument>& known) {
  for (int i = 1; i < argc; i += 2) {
    const auto at =
        std::find_if(known.begin(), known.end(), [&](const Argument& one) { return std::string(argv[i]) == one.key; });
    if (at == known.end() || i + 1 == argc) return false;
    const std::string value = argv[i + 1];
    if (at->text != nullptr) {
      *at->text = value;
      continue;
    }
    const char* const end = value.data() + value.size();
    if (std::from_chars(value.data(), end, *at->number).ptr != end) return false;
  }
  return true;
}

}  // namespace gantry::campaign
