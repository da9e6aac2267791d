// SPDX-License-Identifier: Apache-2.0
#include "blocks/block_lockstep.h"

#include <algorithm>

#include "blocks/pin_difference.h"
#include "gantry/base/archive.h"
#include "gantry/base/error.h"
#include "picker/lockstep_engine.h"

namespace gantry {

BlockLockstep::BlockLockstep(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
                             BlockEngineOptions options)
    : engine_(pins, model, config, options.waves),
      options_(std::move(options)),
      inputs_(pins.inputs.size()),
      outputs_(pins.outputs.size()) {}

void BlockLockstep::hear(bool input, const PinMessage& message, Cycle visible) {
  // Outputs that others see in a cycle leave the pins with the clock of the previous cycle.
  const Cycle clocked = input ? visible : visible - 1;
  (input ? inputs_ : outputs_)[message.link].push({message, clocked});
  next_ = std::min(next_, clocked);
}

void BlockLockstep::take(std::vector<Ring<Heard>>& links, Cycle cycle, std::vector<PinMessage>& messages) {
  messages.clear();
  for (Ring<Heard>& link : links) {
    while (!link.empty() && link.front().clocked == cycle) messages.push_back(link.pop().message);
  }
}

void BlockLockstep::clock(Cycle cycle) {
  take(inputs_, cycle, in_);
  take(outputs_, cycle, model_);
  rtl_.clear();
  std::optional<Cycle> asleep_until;
  // Alone, the Verilog would have no clock here unless it requested one. A missing output is then a difference.
  if (!in_.empty() || due_ <= cycle) {
    due_ = engine_.clock(cycle, in_, rtl_);
  } else {
    engine_.sleep(cycle);
    asleep_until = due_;
  }
  compare(cycle, asleep_until);
  next_ = due_;
  for (const std::vector<Ring<Heard>>* links : {&inputs_, &outputs_}) {
    for (const Ring<Heard>& link : *links) {
      if (!link.empty()) next_ = std::min(next_, link.front().clocked);
    }
  }
}

void BlockLockstep::archive(Archive& state) {
  engine_.archive(state);
  state(inputs_, outputs_, due_, next_);
}

void BlockLockstep::compare(Cycle cycle, const std::optional<Cycle>& asleep_until) {
  const auto difference = pin_difference(engine_.pins(), model_, rtl_, asleep_until);
  if (!difference) return;
  const std::string text = *difference + engine_.leave(options_.prefix, options_.waveform_cycles);
  if (options_.on_difference) options_.on_difference(cycle, text);
  throw Error("cycle " + std::to_string(cycle) + ", " + text, ErrorKind::mismatch);
}

}  // namespace gantry
