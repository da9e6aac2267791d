// SPDX-License-Identifier: Apache-2.0
// Our picker at its pins: every output of every cycle is compared, and the state of all entries.
#pragma once

#include <deque>
#include <memory>

#include "picker/campaign/bench.h"

namespace gantry::campaign {

class PinBench final : public Bench {
 public:
  PinBench(const RtlParameters& parameters, std::unique_ptr<RtlPicker> rtl);

 private:
  void run(const PickerInputs& inputs, PickerOutputs& outputs) override { rtl_->clock(inputs, outputs); }
  void check(const PickerInputs& inputs, const PickerOutputs& outputs) override;
  void state(std::vector<EntryState>& entries) override { rtl_->state(entries); }
  bool trace(const std::string& path) override { return rtl_->trace(path); }
  /// Reads all entries while some W are not written yet, into state_.
  void check_reweighed();

  std::unique_ptr<RtlPicker> rtl_;
  std::vector<EntryState> state_;           ///< state of the RTL, in cycles of a reweigh
  std::deque<std::optional<Pick>> grants_;  ///< due grants, the next first
};

}  // namespace gantry::campaign
