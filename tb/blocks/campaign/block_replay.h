// SPDX-License-Identifier: Apache-2.0
// Replays recorded inputs of a block from a file, with the model's block in lockstep.
#pragma once

#include <iosfwd>
#include <string>

#include "blocks/block_backend.h"
#include "blocks/block_model.h"

namespace gantry::campaign {

struct BlockReplay {
  std::string file;
  std::string name = "rtl";  ///< name of the model
  BlockWaves waves;
};

/// Runs the replay. Returns the exit status: 0 all equal, 1 a difference (reported to `out`), 2 an invalid file, an
/// unknown model, or inputs that no block can receive.
int replay_block(const BlockReplay& replay, const BlockModels& models, std::ostream& out, std::ostream& errors);

}  // namespace gantry::campaign
