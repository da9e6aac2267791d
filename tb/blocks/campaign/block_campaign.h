// SPDX-License-Identifier: Apache-2.0
// The campaign of blocks behind pins: each model of a block in many random machines, in the world of its block.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "blocks/block_model.h"

namespace gantry::campaign {

struct BlockCampaign {
  std::string block;
  std::string name;                ///< of the models; empty: all
  std::uint64_t cycles = 200'000;  ///< clocked, of each model
  std::uint64_t seed = 1;
  /// Where a difference is documented: `<prefix>.trace`, `<prefix>.vcd` and `<prefix>.fst`.
  std::string prefix = "block_bench";
};

/// Exit status: 0 all equal and every corner met, 1 a difference, 2 there is no such block, model or world (said to
/// `errors`), 3 equal but a corner is missing.
int run_block_campaign(const BlockCampaign& campaign, const BlockModels& models, std::ostream& out,
                       std::ostream& errors);

}  // namespace gantry::campaign
