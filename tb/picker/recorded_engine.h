// SPDX-License-Identifier: Apache-2.0
// RTL alone whose inputs are recorded, for runs with checkpoints.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "picker/recorded_stimulus.h"
#include "picker/rtl_engine.h"

namespace gantry {

class RecordedEngine final : public Picker {
 public:
  /// `with_cycles`: cycles are recorded, although the RTL has no pin for them.
  RecordedEngine(std::unique_ptr<RtlEngine> rtl, const PickerConfig& config, bool with_cycles)
      : rtl_(std::move(rtl)), record_(config), with_cycles_(with_cycles || rtl_->sees_cycle()) {}

  void add(std::uint32_t entry, const PickerEntry& what) override {
    rtl_->add(entry, what);
    record_.add(entry, what);
  }
  void drop(std::uint32_t entry) override {
    rtl_->drop(entry);
    record_.drop(entry);
  }
  void tell_cycle(Cycle now) override {
    rtl_->tell_cycle(now);
    if (with_cycles_) record_.tell_cycle(now);
  }
  std::optional<Pick> pick(const EntrySet& eligible) override {
    record_.pick(eligible);
    const std::optional<Pick> pick = rtl_->pick(eligible);
    record_.answered(pick);
    return pick;
  }
  [[nodiscard]] bool reweighs() const override { return rtl_->reweighs(); }
  bool archive(Archive& state) override {
    record_.archive(state, *this);
    return true;
  }

 private:
  std::unique_ptr<RtlEngine> rtl_;
  RecordedStimulus record_;
  bool with_cycles_;
};

}  // namespace gantry
