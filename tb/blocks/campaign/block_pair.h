// SPDX-License-Identifier: Apache-2.0
// A block in Verilog and the model's behind pins, with the same inputs. Outputs are compared in every clocked cycle.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blocks/block_backend.h"
#include "blocks/block_model.h"
#include "blocks/pin_layout.h"
#include "gantry/base/types.h"

namespace gantry::campaign {

class BlockPair {
 public:
  /// `waves`: waveform of the Verilog. `power_up`: of the Verilog.
  BlockPair(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
            BlockWaves waves = {}, const PinReset& power_up = {});

  /// Clocks both and returns their outputs; nullptr: they differ, see difference(). Each is clocked if there is a
  /// message, if it requested the cycle, or if it is `unasked`. A block without a clock has no outputs.
  const std::vector<PinMessage>* clock(Cycle now, const std::vector<PinMessage>& in, bool unasked);
  /// Resets both in the middle of work. Returns false if the Verilog says something behind it, see difference().
  [[nodiscard]] bool reset(Cycle now, const PinReset& reset);
  /// Returns block, link and both outputs there, one line each. Precondition: clock() returned nullptr.
  [[nodiscard]] const std::string& difference() const { return *difference_; }
  /// BlockBackend::leave of the Verilog.
  [[nodiscard]] std::string leave(const std::string& prefix, std::uint64_t cycles) const {
    return rtl_.leave(prefix, cycles);
  }
  [[nodiscard]] Cycle due() const { return std::min(rtl_due_, reference_due_); }

 private:
  PinLayout layout_;
  BlockBackend rtl_;
  std::vector<PinBits> config_;
  std::unique_ptr<PinBlock> reference_;
  PinBits in_;
  PinBits out_;
  std::vector<PinMessage> said_;
  std::vector<PinMessage> rtl_said_;
  Cycle rtl_due_ = kNever;
  Cycle reference_due_ = kNever;
  std::optional<std::string> difference_;
};

}  // namespace gantry::campaign
