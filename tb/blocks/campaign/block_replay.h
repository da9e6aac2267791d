// SPDX-License-Identifier: Apache-2.0
// The replay of what the pins of a block were given, from a file, with the model's block beside it.
#pragma once

#include <iosfwd>
#include <string>

#include "blocks/block_backend.h"
#include "blocks/block_model.h"

namespace gantry::campaign {

struct BlockReplay {
  std::string file;
  std::string name = "rtl";  ///< of the model
  BlockWaves waves;
};

/// Exit status: 0 all equal, 1 a difference (said to `out`), 2 it is no such file, there is no such model, or no block
/// is told such things.
int replay_block(const BlockReplay& replay, const BlockModels& models, std::ostream& out, std::ostream& errors);

}  // namespace gantry::campaign
