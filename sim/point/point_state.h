// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gantry {

/// The state of a point, or of one of its runs.
enum class PointState : std::uint8_t {
  done,
  infeasible,  ///< cannot be built, or violates a constraint over its keys
  failed,      ///< unfinished tasks, a crash, or out of memory
  timeout,
  interrupted  ///< not run, or not to its end
};
inline constexpr std::array<std::string_view, 5> kPointStates = {"done", "infeasible", "failed", "timeout",
                                                                 "interrupted"};

}  // namespace gantry
