// SPDX-License-Identifier: Apache-2.0
// A block in Verilog beside the model's: told the same, it has to say the same in the same cycles. The model decides;
// the Verilog is clocked only in cycles in which there is a message, or that it asked for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "blocks/block_backend.h"
#include "gantry/base/ring.h"

namespace gantry {

struct BlockEngineOptions {
  /// Where a difference is documented: `<prefix>.trace`, `<prefix>.vcd` and `<prefix>.fst`. Empty: nowhere.
  std::string prefix;
  /// Clocked cycles shown by these waveforms.
  std::uint64_t waveform_cycles = 1000;
  /// A waveform on request.
  BlockWaves waves;
  /// Receives the cycle and what differs in it, before the mismatch is thrown: a kernel in between may not pass it
  /// on.
  std::function<void(Cycle, const std::string&)> on_difference;
};

class BlockLockstep {
 public:
  BlockLockstep(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
                BlockEngineOptions options);

  /// A message of one of its links, which is seen in cycle `visible`. Those of a link come in order.
  void hear(bool input, const PinMessage& message, Cycle visible);
  /// All that is seen up to cycle `now`, and all that is said before it, has been heard. Throws Error of
  /// kind `mismatch`.
  void advance(Cycle now) {
    while (next_ < now) clock(next_);
  }
  /// The run is over, whose last cycle was `now`.
  void finished(Cycle now) { advance(now + 1); }

 private:
  struct Heard {
    PinMessage message;
    Cycle clocked = 0;  ///< the cycle whose clock it belongs to
  };

  void clock(Cycle cycle);
  /// What is heard of all links that belongs to `cycle`.
  static void take(std::vector<Ring<Heard>>& links, Cycle cycle, std::vector<PinMessage>& messages);
  void compare(Cycle cycle, const std::optional<Cycle>& asleep_until);

  BlockBackend engine_;
  BlockEngineOptions options_;
  std::vector<Ring<Heard>> inputs_;
  std::vector<Ring<Heard>> outputs_;
  std::vector<PinMessage> in_;
  std::vector<PinMessage> model_;
  std::vector<PinMessage> rtl_;
  Cycle due_ = kNever;   ///< when the Verilog wants its next clock though nothing comes
  Cycle next_ = kNever;  ///< the next cycle that needs a look
};

}  // namespace gantry
