// SPDX-License-Identifier: Apache-2.0
// What stands behind pins as an engine: messages become bits and come back, all that it is given is recorded, and a
// waveform shows a window of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blocks/block_model.h"
#include "blocks/pin_recording.h"
#include "pins/pin_backend.h"

namespace gantry {

/// Which cycles a waveform shows.
struct BlockWaves {
  std::string path;  ///< PinBlock::trace; empty: there is none
  Cycle from = 0;
  Cycle to = kNever;
  /// Told when the file has ended, whether it is whole. Not called if it never began.
  std::function<void(bool whole)> on_end;
};

class BlockBackend final : public PinBackend {
 public:
  BlockBackend(const BlockPins& pins, const BlockModel& model, std::vector<std::uint32_t> config,
               BlockWaves waves = {});
  ~BlockBackend() override;
  BlockBackend(const BlockBackend&) = delete;
  BlockBackend& operator=(const BlockBackend&) = delete;

  Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) override;
  /// A clock that it has not asked for, without a message.
  Cycle unasked(Cycle now, std::vector<PinMessage>& out) { return clock(now, {}, out, true); }
  /// A cycle in which somebody else has something to say, and this one no clock.
  void sleep(Cycle now) { recording_.add(now, {}); }

  [[nodiscard]] const BlockPins& pins() const { return layout_.pins(); }
  [[nodiscard]] const PinRecording& recording() const { return recording_; }
  /// Leaves `prefix`.trace, which replays alone, and `prefix`.vcd and `prefix`.fst of the last `cycles` clocked cycles;
  /// answers lines that say so, or what cannot be written. Without a prefix it leaves nothing.
  [[nodiscard]] std::string leave(const std::string& prefix, std::uint64_t cycles) const;

 private:
  Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out, bool unasked);
  [[nodiscard]] bool write_waveform(const std::string& path, std::uint64_t begin) const;
  void look_at_window(Cycle now);
  void end_waves();

  PinLayout layout_;
  const BlockModel& model_;
  PinRecording recording_;
  std::unique_ptr<PinBlock> block_;
  BlockWaves waves_;
  bool shows_ = false;
  PinBits in_;
  PinBits out_;
};

}  // namespace gantry
