// SPDX-License-Identifier: Apache-2.0
// The model's own block behind pins, with its own links and tables. It knows only its pins. It is the reference of the
// bench, and the proof that the pins carry everything that a block reads. The directory is written once more.
#pragma once

#include <memory>

#include "blocks/block_model.h"

namespace gantry {

/// Whether there is a model behind these pins.
[[nodiscard]] std::unique_ptr<PinBlock> make_model_block(const BlockPins& pins);

}  // namespace gantry
