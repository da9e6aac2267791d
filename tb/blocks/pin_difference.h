// SPDX-License-Identifier: Apache-2.0
// Where what two blocks behind the same pins say in a cycle differs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry {

/// "BLOCK: model and rtl differ in the link LINK" and what both say there, of the first such link; nothing: they say
/// the same. `asleep_until`: the rtl had no clock in this cycle, because it had asked for that one, or for none
/// (kNever).
[[nodiscard]] std::optional<std::string> pin_difference(const BlockPins& pins, const std::vector<PinMessage>& model,
                                                        const std::vector<PinMessage>& rtl,
                                                        const std::optional<Cycle>& asleep_until);

}  // namespace gantry
