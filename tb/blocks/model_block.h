// SPDX-License-Identifier: Apache-2.0
// The model's own block behind pins: it has links and tables of its own, and knows of the world what its pins say. The
// reference of the bench, and the proof that the pins carry all that a block reads.
#pragma once

#include <memory>

#include "blocks/block_model.h"

namespace gantry {

/// `pins` has a model behind pins.
[[nodiscard]] std::unique_ptr<PinBlock> make_model_block(const BlockPins& pins);

}  // namespace gantry
