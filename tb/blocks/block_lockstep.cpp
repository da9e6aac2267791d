// SPDX-License-Identifier: Apache-2.0
#include "blocks/block_lockstep.h"

#include <algorithm>

#include "blocks/pin_text.h"
#include "picker/lockstep_engine.h"

namespace gantry {

BlockLockstep::BlockLockstep(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
                             BlockEngineOptions options)
    : engine_(pins, model, config, options.waves),
      options_(std::move(options)),
      inputs_(pins.inputs.size()),
      outputs_(pins.outputs.size()) {}

void BlockLockstep::hear(bool input, const PinMessage& message, Cycle visible) {
  // What others see in a cycle leaves the pins behind the clock of the one before.
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
  // Alone it would have no clock here unless it asked for one: what it then does not say is a difference.
  if (!in_.empty() || due_ <= cycle) {
    due_ = engine_.clock(cycle, in_, rtl_);
  } else {
    engine_.sleep(cycle);
  }
  compare(cycle);
  next_ = due_;
  for (const std::vector<Ring<Heard>>* links : {&inputs_, &outputs_}) {
    for (const Ring<Heard>& link : *links) {
      if (!link.empty()) next_ = std::min(next_, link.front().clocked);
    }
  }
}

void BlockLockstep::compare(Cycle cycle) {
  const BlockPins& pins = engine_.pins();
  for (std::uint32_t l = 0; l < pins.outputs.size(); ++l) {
    const PinLink& link = pins.outputs[l];
    const auto of_link = [&](const std::vector<PinMessage>& all) {
      std::vector<PinMessage> some;
      std::copy_if(all.begin(), all.end(), std::back_inserter(some), [&](const PinMessage& m) { return m.link == l; });
      return messages_text(link, false, some);
    };
    const auto same = [&](const PinMessage& a, const PinMessage& b) {
      if (a.link != b.link) return false;
      for (std::size_t i = 0; i < link.fields.size(); ++i) {
        if (!link.fields[i].looked_up && a.values.at(i) != b.values.at(i)) return false;
      }
      return true;
    };
    // Nearly always there is nothing, or one message of one link.
    const auto has = [&](const PinMessage& m) { return m.link == l; };
    auto a = std::find_if(model_.begin(), model_.end(), has);
    auto b = std::find_if(rtl_.begin(), rtl_.end(), has);
    while (a != model_.end() && b != rtl_.end() && same(*a, *b)) {
      a = std::find_if(a + 1, model_.end(), has);
      b = std::find_if(b + 1, rtl_.end(), has);
    }
    if (a == model_.end() && b == rtl_.end()) continue;
    const std::string text = std::string(pins.block) + ": model and rtl differ in the link " + std::string(link.name) +
                             "\n  model: " + of_link(model_) + "\n  rtl:   " + of_link(rtl_) +
                             engine_.leave(options_.prefix, options_.waveform_cycles);
    if (options_.on_difference) options_.on_difference(cycle, text);
    throw LockstepDifference("cycle " + std::to_string(cycle) + ", " + text);
  }
}

}  // namespace gantry
