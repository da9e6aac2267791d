// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_pair.h"

#include <algorithm>
#include <iostream>

#include "blocks/model_block.h"
#include "blocks/pin_text.h"

namespace gantry::campaign {
namespace {

bool same_message(const PinMessage& a, const PinMessage& b) { return a.link == b.link && a.values == b.values; }

std::string text_of(const BlockPins& pins, bool input, const std::vector<PinMessage>& messages) {
  std::string text;
  for (const PinMessage& message : messages) text += ' ' + message_text(pins, input, message);
  return text.empty() ? " none" : text;
}

}  // namespace

BlockPair::BlockPair(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config)
    : layout_(pins), rtl_(model.make()), reference_(make_model_block(pins)) {
  rtl_->reset(layout_.config(config));
  reference_->reset(layout_.config(config));
  rtl_out_.assign((layout_.out_bits() + 63) / 64, 0);
}

const std::vector<PinMessage>* BlockPair::clock(Cycle now, const std::vector<PinMessage>& in, bool unasked) {
  if (!path_.empty() && now >= from_) {
    if (!rtl_->trace(path_)) std::cerr << path_ << ": cannot be written\n";
    path_.clear();
  }
  layout_.pack(true, in, in_);
  rtl_said_.clear();
  if (unasked || !in.empty() || rtl_due_ <= now) {
    rtl_due_ = std::max(rtl_->clock(now, in_, rtl_out_), now + 1);
    layout_.unpack(false, rtl_out_, rtl_said_);
  }
  said_.clear();
  if (unasked || !in.empty() || reference_due_ <= now) {
    reference_due_ = reference_->clock(now, in_, out_);
    layout_.unpack(false, out_, said_);
  }
  if (std::equal(said_.begin(), said_.end(), rtl_said_.begin(), rtl_said_.end(), same_message)) return &said_;
  tell_difference(now, in);
  return nullptr;
}

void BlockPair::tell_difference(Cycle now, const std::vector<PinMessage>& in) {
  // Both are told link by link, so the first message in which they differ, of either, is of the first such link.
  const auto [model, rtl] = std::mismatch(said_.begin(), said_.end(), rtl_said_.begin(), rtl_said_.end(), same_message);
  const std::uint32_t link = std::min(model == said_.end() ? ~std::uint32_t{0} : model->link,
                                      rtl == rtl_said_.end() ? ~std::uint32_t{0} : rtl->link);
  const BlockPins& pins = layout_.pins();
  difference_ = "cycle " + std::to_string(now) + ": " + std::string(pins.block) +
                ": model and rtl differ in the link " + std::string(pins.outputs[link].name) +
                "\n  in:   " + text_of(pins, true, in) + "\n  model:" + text_of(pins, false, said_) +
                "\n  rtl:  " + text_of(pins, false, rtl_said_) + '\n';
}

}  // namespace gantry::campaign
