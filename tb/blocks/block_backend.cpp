// SPDX-License-Identifier: Apache-2.0
#include "blocks/block_backend.h"

#include <algorithm>
#include <fstream>
#include <random>
#include <utility>

#include "gantry/base/archive.h"
#include "gantry/base/error.h"
#include "picker/rtl_models.h"

namespace gantry {

inline namespace base {

template <>
struct Archived<PinRecording> {
  static void members(Archive& state, PinRecording& recording) {
    state(recording.words_, recording.last_, recording.cycles_);
  }
};

}  // namespace base

BlockBackend::BlockBackend(const BlockPins& pins, const BlockModel& model, std::vector<std::uint32_t> config,
                           BlockWaves waves, const PinReset& power_up)
    : layout_(pins), model_(model), recording_(pins, std::move(config)), waves_(std::move(waves)) {
  recording_.set_power_up(power_up);
  block_ = fresh();
}

BlockBackend::~BlockBackend() { end_waves(); }

std::unique_ptr<PinBlock> BlockBackend::fresh() const {
  const PinReset& power_up = recording_.power_up();
  const bool random = power_up.seed != 0 && model_.make_powered_up != nullptr;
  std::unique_ptr<PinBlock> block = random ? model_.make_powered_up(power_up.seed) : model_.make();
  PinBits out((layout_.out_bits() + 63) / 64, 0);
  reset(*block, power_up, out);
  return block;
}

void BlockBackend::reset(PinBlock& block, const PinReset& reset, PinBits& out) const {
  const std::vector<PinBits> config = layout_.config(recording_.config());
  if (reset.seed == 0) return block.reset(config);
  std::mt19937_64 random(reset.seed);
  std::vector<PinBits> live(reset.edges, PinBits((layout_.in_bits() + 63) / 64));
  for (PinBits& inputs : live) {
    for (std::uint64_t& word : inputs) word = random();
    if (layout_.in_bits() % 64 != 0) inputs.back() >>= 64 - layout_.in_bits() % 64;
  }
  block.reset_live(config, live, out);
}

void BlockBackend::reset_again(std::unique_ptr<PinBlock>& block, const PinReset& reset, PinBits& out) const {
  if (model_.make_powered_up == nullptr) block = model_.make();  // it knows no reset but the first
  this->reset(*block, reset, out);
}

void BlockBackend::reset(Cycle now, const PinReset& reset, std::vector<PinMessage>& out) {
  if (!waves_.path.empty()) look_at_window(now);
  recording_.add_reset(now, reset);
  out_.assign((layout_.out_bits() + 63) / 64, 0);
  reset_again(block_, reset, out_);
  layout_.unpack(false, out_, out);
}

Cycle BlockBackend::clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out) {
  return clock(now, in, out, false);
}

Cycle BlockBackend::clock(Cycle now, const std::vector<PinMessage>& in, std::vector<PinMessage>& out, bool unasked) {
  if (!waves_.path.empty()) look_at_window(now);
  recording_.add(now, in, unasked);
  layout_.pack(true, in, in_);
  out_.assign((layout_.out_bits() + 63) / 64, 0);
  const std::size_t before = out.size();
  const Cycle due = std::max(block_->clock(now, in_, out_), now + 1);
  layout_.unpack(false, out_, out);
  answers_.add(due);
  for (std::size_t i = before; i < out.size(); ++i) {
    answers_.add(out[i].link);
    for (const std::uint64_t value : out[i].values) answers_.add(value);
  }
  return due;
}

bool BlockBackend::archive(Archive& state) {
  state.section("rtl of the " + std::string(pins().block));
  if (state.reads()) {
    PinRecording recorded(pins(), recording_.config());
    state(recorded);
    std::vector<PinMessage> out;
    Cycle due = kNever;
    const auto again = [&](Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
      if (inputs.empty() && !unasked && due > cycle) return sleep(cycle);
      out.clear();
      due = clock(cycle, inputs, out, unasked);
    };
    recorded.replay(again, [&](Cycle cycle, const PinReset& at) {
      out.clear();
      reset(cycle, at, out);
      due = kNever;
    });
  } else {
    state(recording_);
  }
  answers_.archive(state);
  return true;
}

void BlockBackend::look_at_window(Cycle now) {
  if (shows_ && now > waves_.to) {
    end_waves();
    waves_.path.clear();
  } else if (!shows_ && now >= waves_.from && now <= waves_.to) {
    if (!block_->trace(waves_.path)) {
      throw Error("the waveform " + waves_.path + " cannot be written, or the Verilog is built without",
                  ErrorKind::unsupported);
    }
    shows_ = true;
  }
}

void BlockBackend::end_waves() {
  if (!shows_) return;
  shows_ = false;
  const bool whole = block_->end_trace();
  if (waves_.on_end) waves_.on_end(whole);
}

bool BlockBackend::write_waveform(const std::string& path, std::uint64_t begin) const {
  std::unique_ptr<PinBlock> again = fresh();
  PinBits in;
  PinBits out((layout_.out_bits() + 63) / 64, 0);
  bool open = true;
  std::uint64_t at = 0;
  Cycle due = kNever;
  const auto clock = [&](Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
    if (at++ == begin) open = again->trace(path);
    if (inputs.empty() && !unasked && due > cycle) return;  // slept
    layout_.pack(true, inputs, in);
    due = std::max(again->clock(cycle, in, out), cycle + 1);
  };
  recording_.replay(clock, [&](Cycle /*cycle*/, const PinReset& reset) {
    if (at++ == begin) open = again->trace(path);
    reset_again(again, reset, out);
    due = kNever;
  });
  return again->end_trace() && open;
}

std::string BlockBackend::leave(const std::string& prefix, std::uint64_t cycles) const {
  if (prefix.empty()) return "";
  const std::string path = prefix + ".trace";
  std::ofstream out(path, std::ios::binary);
  recording_.write(out);
  out.close();
  const std::string whose = model_.name == "rtl" ? "" : " --name " + model_.name;
  std::string text =
      out ? "\n  to reproduce: block_bench --replay " + path + whose : "\n  the inputs cannot be written to " + path;
  const std::uint64_t shown = std::min(recording_.cycles(), cycles);
  for (const char* ending : {".vcd", ".fst"}) {
    const bool whole = write_waveform(prefix + ending, recording_.cycles() - shown);
    text += whole ? "\n  waveform of the last " + std::to_string(shown) + " clocked cycles: " + prefix + ending
                  : "\n  the waveform cannot be written to " + prefix + ending;
  }
  return text;
}

}  // namespace gantry
