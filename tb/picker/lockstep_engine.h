// SPDX-License-Identifier: Apache-2.0
// Two pickers in lockstep: the model decides, the RTL has to agree in every round, on the winner and on what every
// entry holds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "picker/recorded_stimulus.h"
#include "picker/rtl_engine.h"

namespace gantry {

struct LockstepOptions {
  /// Whose RTL it is, in messages, and how `gantry pick` is asked for the two.
  std::string rtl = "rtl";
  std::string engine = "lockstep";
  /// Where a difference is documented: `<prefix>.stim` and `<prefix>.vcd`. Empty: nowhere.
  std::string prefix;
  /// Cycles shown by the waveform.
  std::uint64_t waveform_cycles = 1000;
  /// A waveform on request; without a path there is none.
  WaveWindow waves;
  /// Receives the text of a mismatch before it is thrown: a kernel in between may not pass the exception on as it is.
  std::function<void(const std::string&)> on_difference;
};

class LockstepEngine final : public Picker {
 public:
  /// What the entries hold is compared if `reference` tells it (Picker::inspect).
  LockstepEngine(std::unique_ptr<Picker> reference, const RtlModel& model, const PickerConfig& config,
                 LockstepOptions options);

  void add(std::uint32_t entry, const PickerEntry& what) override;
  void drop(std::uint32_t entry) override;
  void tell_cycle(Cycle now) override;
  /// Throws Error of kind `mismatch` at the first difference.
  std::optional<Pick> pick(const EntrySet& eligible) override;
  [[nodiscard]] bool reweighs() const override { return reference_->reweighs(); }
  void inspect(std::vector<EntryState>& entries) override { reference_->inspect(entries); }

 private:
  [[noreturn]] void differ(const std::optional<Pick>& model, const std::optional<Pick>& rtl);
  [[nodiscard]] std::string entries_that_differ() const;
  /// Writes what shows the difference again, and says where.
  std::string leave();
  /// Replays everything on a model with waveforms; what came of it.
  std::string write_waveform();

  std::unique_ptr<Picker> reference_;
  const RtlModel& model_;
  PickerConfig config_;
  LockstepOptions options_;
  RtlEngine rtl_;
  RecordedStimulus recorded_;
  std::vector<EntryState> expected_;  ///< before the round, by the model
  std::vector<EntryState> held_;      ///< by the RTL, if it is not the same
  std::vector<std::uint64_t> jobs_;   ///< per entry, to know who leaves
  std::uint64_t rounds_ = 0;
};

}  // namespace gantry
