// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_pair.h"

#include <optional>
#include <utility>

#include "blocks/model_block.h"
#include "blocks/pin_difference.h"

namespace gantry::campaign {

BlockPair::BlockPair(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config,
                     BlockWaves waves, const PinReset& power_up)
    : layout_(pins),
      rtl_(pins, model, config, std::move(waves), power_up),
      config_(layout_.config(config)),
      reference_(make_model_block(pins)) {
  reference_->reset(config_);
}

bool BlockPair::reset(Cycle now, const PinReset& reset) {
  rtl_said_.clear();
  rtl_.reset(now, reset, rtl_said_);
  reference_ = make_model_block(layout_.pins());
  reference_->reset(config_);
  rtl_due_ = kNever;
  reference_due_ = kNever;
  difference_ = pin_difference(layout_.pins(), {}, rtl_said_, std::nullopt);
  return !difference_;
}

const std::vector<PinMessage>* BlockPair::clock(Cycle now, const std::vector<PinMessage>& in, bool unasked) {
  rtl_said_.clear();
  said_.clear();
  std::optional<Cycle> asleep_until;
  const bool reference_works = unasked || !in.empty() || reference_due_ <= now;
  if (!in.empty() || rtl_due_ <= now) {
    rtl_due_ = rtl_.clock(now, in, rtl_said_);
  } else if (unasked) {
    rtl_due_ = rtl_.unasked(now, rtl_said_);
  } else if (reference_works) {
    rtl_.sleep(now);
    asleep_until = rtl_due_;
  }
  if (reference_works) {
    layout_.pack(true, in, in_);
    reference_due_ = reference_->clock(now, in_, out_);
    layout_.unpack(false, out_, said_);
  }
  difference_ = pin_difference(layout_.pins(), said_, rtl_said_, asleep_until);
  return difference_ ? nullptr : &said_;
}

}  // namespace gantry::campaign
