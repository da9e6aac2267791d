// SPDX-License-Identifier: Apache-2.0
// A block in Verilog in lockstep with the model's. It receives the same inputs and must send the same outputs in the
// same cycles. The model decides. The Verilog is clocked only in cycles with a message and in cycles that it requested.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "blocks/block_backend.h"
#include "gantry/base/ring.h"

namespace gantry {

struct BlockEngineOptions {
  /// Prefix of the files that document a difference: `<prefix>.trace`, `<prefix>.vcd` and `<prefix>.fst`. Empty: none.
  std::string prefix;
  /// Clocked cycles in these waveforms.
  std::uint64_t waveform_cycles = 1000;
  /// A waveform requested by the user.
  BlockWaves waves;
  /// Called with the cycle and the difference before the mismatch is thrown, because a kernel in between may not pass
  /// the exception on.
  std::function<void(Cycle, const std::string&)> on_difference;
};

class BlockLockstep {
 public:
  BlockLockstep(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
                BlockEngineOptions options);

  /// A message of one of its links, seen in cycle `visible`. Messages of a link come in order.
  void hear(bool input, const PinMessage& message, Cycle visible);
  /// All inputs seen up to cycle `now`, and all outputs sent before it, have been passed. Throws Error of kind
  /// `mismatch` at a difference.
  void advance(Cycle now) {
    while (next_ < now) clock(next_);
  }
  /// The run has ended. `now`: its last cycle.
  void finished(Cycle now) { advance(now + 1); }
  /// As PinBackend::archive.
  void archive(Archive& state);

 private:
  struct Heard {
    PinMessage message;
    Cycle clocked = 0;  ///< cycle to whose clock it belongs
  };

  void clock(Cycle cycle);
  /// Returns the messages of all links that belong to `cycle`.
  static void take(std::vector<Ring<Heard>>& links, Cycle cycle, std::vector<PinMessage>& messages);
  void compare(Cycle cycle, const std::optional<Cycle>& asleep_until);

  BlockBackend engine_;
  BlockEngineOptions options_;
  std::vector<Ring<Heard>> inputs_;
  std::vector<Ring<Heard>> outputs_;
  std::vector<PinMessage> in_;
  std::vector<PinMessage> model_;
  std::vector<PinMessage> rtl_;
  Cycle due_ = kNever;   ///< next clock that the Verilog requests without a message
  Cycle next_ = kNever;  ///< next cycle that must be processed
};

}  // namespace gantry
