// SPDX-License-Identifier: Apache-2.0
// Difference between the outputs of two blocks with the same pins in a cycle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry {

/// Returns "BLOCK: model and rtl differ in the link LINK" and both outputs there, for the first such link; nothing:
/// they are equal. `asleep_until`: the rtl had no clock in this cycle, because it requested that later one, or none
/// (kNever).
[[nodiscard]] std::optional<std::string> pin_difference(const BlockPins& pins, const std::vector<PinMessage>& model,
                                                        const std::vector<PinMessage>& rtl,
                                                        const std::optional<Cycle>& asleep_until);

}  // namespace gantry
