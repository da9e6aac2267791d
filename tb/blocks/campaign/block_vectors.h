// SPDX-License-Identifier: Apache-2.0
// Random traffic of a block behind pins as bits, for simulators with four states: what does not matter is x.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace gantry::campaign {

struct BlockVectors {
  std::string block;
  std::string limits;  ///< of its machine, as of a model: "slots=6 window=2"
  std::uint64_t cycles = 2000;
  std::uint64_t seed = 1;
};

/// Writes a line per cycle: rst, now_i, config_i, in_i, and the outputs after the edge that the model's block has. The
/// block is clocked in every cycle, and reset from time to time, for one cycle or four, with all inputs x. Returns the
/// exit status: 0, or 2 with the reason on `errors`.
int write_block_vectors(const BlockVectors& vectors, std::ostream& out, std::ostream& errors);

}  // namespace gantry::campaign
