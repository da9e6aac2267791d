// SPDX-License-Identifier: Apache-2.0
// Blocks of the scheduler behind pins (tb/pins/block_pins.h), clocked cycle by cycle. tb/CMakeLists.txt writes the
// table of built-in models.
#pragma once

#include <cstdint>
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
  /// Sets the constants, as of PinLayout::config. Call before the first cycle.
  virtual void reset(const std::vector<PinBits>& config) = 0;
  /// Resets it at power-up or in the middle of work, with an edge for each of `live`, the inputs meanwhile, which must
  /// not matter. A block with a table has further edges, for its rows. `out`: the outputs behind the last edge, of
  /// which none may be valid.
  virtual void reset_live(const std::vector<PinBits>& config, const std::vector<PinBits>& /*live*/, PinBits& /*out*/) {
    reset(config);
  }
  /// Clocks cycle `now` with these inputs. `out`: outputs that others see in the next cycle. Returns the cycle in which
  /// the block requests a clock without a message, at least `now` + 1; kNever: none.
  virtual Cycle clock(Cycle now, const PinBits& in, PinBits& out) = 0;
  /// Writes all signals from the next cycle on: a VCD if the name ends in .vcd, else an FST. Returns false if the model
  /// has no waveforms or the file cannot be written.
  virtual bool trace(const std::string& path) = 0;
  /// Ends the waveform, if it has begun. Returns false if the file is not complete.
  virtual bool end_trace() = 0;
};

/// Smallest and largest value of a constant of the configuration.
struct BlockLimit {
  std::string name;  ///< name of a PinConstant, or a sum or product of several: "queues_per_class*window+capacity"
  std::uint64_t most = 0;
  std::uint64_t least = 0;

  [[nodiscard]] bool holds(std::uint64_t value) const { return value >= least && value <= most; }
};

struct BlockModel {
  std::string block;
  std::string name;  ///< "rtl" for ours; else the user's name for it
  std::vector<BlockLimit> limits;
  std::unique_ptr<PinBlock> (*make)() = nullptr;
  bool other = false;  ///< it decides otherwise than the model: not to be compared with it
  /// As `make`, with random registers from a seed. nullptr: it has none, and is made anew instead of a later reset.
  std::unique_ptr<PinBlock> (*make_powered_up)(std::uint64_t seed) = nullptr;
};

using BlockModels = std::vector<BlockModel>;
/// The models of the program.
const BlockModels& program_block_models();

/// Returns the first model of that name that supports the configuration; nullptr: none.
const BlockModel* find_block_model(const BlockModels& models, const BlockPins& pins, std::string_view name,
                                   const std::vector<std::uint32_t>& config);
/// Returns advice for a missing model.
std::string no_block_model(const BlockModels& models, const BlockPins& pins, std::string_view name,
                           const std::vector<std::uint32_t>& config);

}  // namespace gantry
