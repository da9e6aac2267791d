// SPDX-License-Identifier: Apache-2.0
// Two pickers in lockstep. The model decides. The RTL must agree in every round, on the winner and on the state of
// every entry.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gantry/base/section.h"
#include "picker/recorded_stimulus.h"
#include "picker/rtl_engine.h"

namespace gantry {

struct LockstepOptions {
  /// Name of the RTL in messages, and the `gantry pick` option for the two.
  std::string rtl = "rtl";
  std::string engine = "lockstep";
  /// Prefix of the files that document a difference: `<prefix>.stim` and `<prefix>.vcd`. Empty: none.
  std::string prefix;
  /// Cycles in the waveform.
  std::uint64_t waveform_cycles = 1000;
  /// A waveform requested by the user; without a path: none.
  WaveWindow waves;
  /// Whether the run has checkpoints.
  bool saved = false;
  /// Called with the text of a mismatch before it is thrown, because a kernel in between may not pass the exception on.
  std::function<void(const std::string&)> on_difference;
};

class LockstepEngine final : public Picker {
 public:
  /// The state of the entries is compared if `reference` provides it (Picker::inspect).
  LockstepEngine(std::unique_ptr<Picker> reference, const RtlModel& model, const PickerConfig& config,
                 LockstepOptions options);

  void add(std::uint32_t entry, const PickerEntry& what) override;
  void drop(std::uint32_t entry) override;
  void tell_cycle(Cycle now) override;
  /// Throws Error of kind `mismatch` at the first difference.
  std::optional<Pick> pick(const EntrySet& eligible) override;
  [[nodiscard]] bool reweighs() const override { return reference_->reweighs(); }
  void candidates(const EntrySet& eligible, std::vector<Pick>& candidates) override {
    reference_->candidates(eligible, candidates);
  }
  void inspect(std::vector<EntryState>& entries) override { reference_->inspect(entries); }
  /// Both are given the recorded inputs again.
  bool archive(Archive& state) override {
    recorded_.archive(state, *this);
    return true;
  }

 private:
  [[noreturn]] void differ(const std::optional<Pick>& model, const std::optional<Pick>& rtl);
  [[nodiscard]] std::string entries_that_differ() const;
  /// Writes the files that document a difference, and returns their names.
  std::string leave();
  /// Replays everything on a model with waveforms. Returns a line about the result.
  std::string write_waveform();

  std::unique_ptr<Picker> reference_;
  const RtlModel& model_;
  Section<PickerConfig> config_;
  LockstepOptions options_;
  RtlEngine rtl_;
  RecordedStimulus recorded_;
  std::vector<EntryState> expected_;  ///< the model's state before the round
  std::vector<EntryState> held_;      ///< the RTL's state, if it differs
  std::uint64_t rounds_ = 0;
};

}  // namespace gantry
