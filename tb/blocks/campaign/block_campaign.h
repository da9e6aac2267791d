// SPDX-License-Identifier: Apache-2.0
// Random regression of blocks behind pins: each model of a block in many random machines, in the environment of its
// block.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "blocks/block_model.h"

namespace gantry::campaign {

struct BlockCampaign {
  std::string block;
  std::string name;                ///< name of the models; empty: all
  std::uint64_t cycles = 200'000;  ///< clocked cycles of each model
  std::uint64_t seed = 1;
  /// Prefix of the files that document a difference: `<prefix>.trace`, `<prefix>.vcd` and `<prefix>.fst`.
  std::string prefix = "block_bench";
};

/// Runs the campaign. Returns the exit status: 0 all equal and every corner reached, 1 a difference, 2 unknown block,
/// model or environment (reported to `errors`), 3 equal but a corner is missing.
int run_block_campaign(const BlockCampaign& campaign, const BlockModels& models, std::ostream& out,
                       std::ostream& errors);

}  // namespace gantry::campaign
