// SPDX-License-Identifier: Apache-2.0
// A user's own picker as runs drive it, compared with the model's policy: the winner of every round, and the state of
// the entries if both provide it. A cycle of the bench takes as many cycles of the RTL as its commands need.
#pragma once

#include "picker/campaign/bench.h"
#include "picker/named_pickers.h"
#include "picker/rtl_engine.h"

namespace gantry::campaign {

/// For the model's policy.
[[nodiscard]] PickerConfig policy_config(const RtlParameters& parameters);

class EngineBench final : public Bench {
 public:
  EngineBench(const NamedPicker& picker, const RtlModel& model, std::unique_ptr<RtlPicker> rtl);

 private:
  void run(const PickerInputs& inputs, PickerOutputs& outputs) override;
  void check(const PickerInputs& inputs, const PickerOutputs& outputs) override;
  void state(std::vector<EntryState>& entries) override;
  bool trace(const std::string& path) override;

  RtlPicker* rtl_ = nullptr;  ///< the engine's RTL
  RtlEngine engine_;
  bool same_state_ = true;
  std::vector<EntryState> held_;
};

}  // namespace gantry::campaign
