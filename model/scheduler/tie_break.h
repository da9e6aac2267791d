// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gantry {
inline namespace scheduler {

/// What decides between entries with the same target weight.
enum class TieBreak : std::uint8_t { expected_weight, history_weight };

}  // namespace scheduler
}  // namespace gantry
