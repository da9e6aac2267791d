// SPDX-License-Identifier: Apache-2.0
// Two words of a picker that are easily taken for each other: its policy says what it picks, its engine who computes
// that.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gantry/scheduler/picker.h"

namespace gantry {

inline constexpr std::array<std::string_view, 3> kEngines = {"model", "rtl", "lockstep"};

inline bool is_engine(std::string_view name) {
  return std::find(kEngines.begin(), kEngines.end(), name) != kEngines.end();
}

/// For a policy that there is not: " (rtl is an engine: ...rtl)" if it is an engine; `option` is how one is asked for.
inline std::string engine_hint(const std::string& name, const std::string& option) {
  return is_engine(name) ? " (" + name + " is an engine: " + option + name + ")" : "";
}

/// The other way round.
inline std::string policy_hint(const std::string& name, const std::string& option) {
  const bool policy = builtin_pickers().find(name) != nullptr;
  return policy ? " (" + name + " is a policy: " + option + name + ")" : "";
}

}  // namespace gantry
