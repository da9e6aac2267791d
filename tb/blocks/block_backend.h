// SPDX-License-Identifier: Apache-2.0
// A model behind pins as a backend. It converts messages into bits and back, records all inputs, and writes waveforms
// of a window.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blocks/block_model.h"
#include "blocks/pin_recording.h"
#include "picker/answer_digest.h"
#include "pins/pin_backend.h"

namespace gantry {

/// The cycles that a waveform shows.
struct BlockWaves {
  std::string path;  ///< as in PinBlock::trace; empty: no waveform
  Cycle from = 0;
  Cycle to = kNever;
  /// Called when the file has ended, with whether it is complete. Not called if it never began.
  std::function<void(bool whole)> on_end;
};

class BlockBackend final : public PinBackend {
 public:
  /// `power_up`: how it begins, if with anything but zeros.
  BlockBackend(const BlockPins& pins, const BlockModel& model, std::vector<std::uint32_t> config, BlockWaves waves = {},
               const PinReset& power_up = {});
  ~BlockBackend() override;
  BlockBackend(const BlockBackend&) = delete;
  BlockBackend& operator=(const BlockBackend&) = delete;

  Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) override;
  /// Clocks the block without a message, in a cycle that it did not request.
  Cycle unasked(Cycle now, std::vector<PinMessage>& out) { return clock(now, {}, out, true); }
  /// Resets it in the middle of work, from cycle `now` on. `out`: what it says then, which should be nothing.
  void reset(Cycle now, const PinReset& reset, std::vector<PinMessage>& out);
  /// A cycle in which only another backend of the block has a message, and this one no clock.
  void sleep(Cycle now) { recording_.add(now, {}); }
  /// Reading gives the block all inputs of the checkpoint, in the same cycles. Throws Error if it answers otherwise
  /// than before. Waveforms begin and end as in the run that was cut.
  bool archive(Archive& state) override;

  [[nodiscard]] const BlockPins& pins() const { return layout_.pins(); }
  [[nodiscard]] const PinRecording& recording() const { return recording_; }
  /// Writes `prefix`.trace, which can be replayed alone, and `prefix`.vcd and `prefix`.fst of the last `cycles` clocked
  /// cycles. Returns lines about the files or write errors. Without a prefix it writes nothing.
  [[nodiscard]] std::string leave(const std::string& prefix, std::uint64_t cycles) const;

 private:
  Cycle clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out, bool unasked);
  [[nodiscard]] bool write_waveform(const std::string& path, std::uint64_t begin) const;
  [[nodiscard]] std::unique_ptr<PinBlock> fresh() const;
  void reset(PinBlock& block, const PinReset& reset, PinBits& out) const;
  void reset_again(std::unique_ptr<PinBlock>& block, const PinReset& reset, PinBits& out) const;
  void look_at_window(Cycle now);
  void end_waves();

  PinLayout layout_;
  const BlockModel& model_;
  PinRecording recording_;
  AnswerDigest answers_;
  std::unique_ptr<PinBlock> block_;
  BlockWaves waves_;
  bool shows_ = false;
  PinBits in_;
  PinBits out_;
};

}  // namespace gantry
