// SPDX-License-Identifier: Apache-2.0
// Blocks of the scheduler behind pins (tb/pins/block_pins.h), clock by clock; the table of those that are built
// in is written by tb/CMakeLists.txt.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/pin_layout.h"
#include "gantry/base/types.h"

namespace gantry {

class PinBlock {
 public:
  virtual ~PinBlock() = default;
  /// Before the first cycle: what does not change, as PinLayout::config has it.
  virtual void reset(const std::vector<PinBits>& config) = 0;
  /// Cycle `now` with these inputs; `out`: what others see in the next. Answers the cycle in which it wants a clock
  /// though there is no message: up to `now` + 1, the next; kNever, none.
  virtual Cycle clock(Cycle now, const PinBits& in, PinBits& out) = 0;
  /// All signals from the next cycle on: a VCD where the name ends so, an FST otherwise. False: there are no waveforms,
  /// or the file cannot be written.
  virtual bool trace(const std::string& path) = 0;
  /// Ends that, if it has begun. False: the file is not whole.
  virtual bool end_trace() = 0;
};

/// The most that a constant of the configuration may be, and the least.
struct BlockLimit {
  std::string name;  ///< of a PinConstant, or of several added up or multiplied: "queues_per_class*window+capacity"
  std::uint64_t most = 0;
  std::uint64_t least = 0;

  [[nodiscard]] bool holds(std::uint64_t value) const { return value >= least && value <= most; }
};

struct BlockModel {
  std::string block;
  std::string name;  ///< "rtl": ours; otherwise the user's word for it
  std::vector<BlockLimit> limits;
  std::unique_ptr<PinBlock> (*make)() = nullptr;
};

using BlockModels = std::vector<BlockModel>;
/// Those of the program.
const BlockModels& program_block_models();

/// The first of that name that serves the configuration. Nullptr: there is none.
const BlockModel* find_block_model(const BlockModels& models, const BlockPins& pins, std::string_view name,
                                   const std::vector<std::uint32_t>& config);
/// What to do about it.
std::string no_block_model(const BlockModels& models, const BlockPins& pins, std::string_view name,
                           const std::vector<std::uint32_t>& config);

}  // namespace gantry
