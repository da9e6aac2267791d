// SPDX-License-Identifier: Apache-2.0
// Where what two blocks behind the same pins say in a cycle differs.
#pragma once

#include <string>
#include <vector>

#include "gantry/scheduler/pin_fields.h"

namespace gantry {

/// "BLOCK: model and rtl differ in the link LINK" and what both say there, of the first such link; empty: they say the
/// same.
[[nodiscard]] std::string pin_difference(const BlockPins& pins, const std::vector<PinMessage>& model,
                                         const std::vector<PinMessage>& rtl);

}  // namespace gantry
