// SPDX-License-Identifier: Apache-2.0
// The RTL behind the interface of every picker. The RTL is clocked only while it has work: a cycle per round, one per
// command, and those of the reweighs that follow. When these rounds happen in a machine is PickTiming's affair.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gantry/scheduler/picker.h"
#include "picker/rtl_models.h"

namespace gantry {

/// Which rounds a waveform shows, with the commands and reweighs before each.
struct WaveWindow {
  std::string path;  ///< RtlPicker::trace
  std::uint64_t from = 0;
  std::uint64_t to = ~std::uint64_t{0};
  /// Told when the file has ended, whether it is whole. Not called if it never began.
  std::function<void(bool whole)> on_end;
};

class RtlEngine final : public Picker {
 public:
  /// The model serves the configuration (find_rtl_model).
  RtlEngine(const RtlModel& model, std::unique_ptr<RtlPicker> picker, const PickerConfig& config);
  /// With a waveform, if it has a path. Throws EngineRefusal when the model is built without, or it cannot be written.
  RtlEngine(const RtlModel& model, const PickerConfig& config, WaveWindow waves);
  ~RtlEngine() override;
  RtlEngine(const RtlEngine&) = delete;
  RtlEngine& operator=(const RtlEngine&) = delete;

  /// Throws JobsRefusal when the job counter is too narrow.
  void add(std::uint32_t entry, const PickerEntry& what) override;
  void drop(std::uint32_t entry) override;
  std::optional<Pick> pick(const EntrySet& eligible) override;
  [[nodiscard]] bool reweighs() const override { return true; }
  void inspect(std::vector<EntryState>& entries) override;
  /// A round, and whether all entries held `expected` before it. If not, `held` is what they held.
  std::optional<Pick> pick_and_compare(const EntrySet& eligible, const std::vector<EntryState>& expected, bool& same,
                                       std::vector<EntryState>& held);

  /// Clocks until all commands have taken effect and no class is being reweighed.
  void settle();
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Called before every cycle.
  std::function<void(RtlPicker&, std::uint64_t cycle)> before_cycle;

 private:
  void clock(const PickerInputs& inputs);
  void command(const PickerInputs& inputs);
  void begin_round(const EntrySet& eligible);
  std::optional<Pick> end_round();
  /// Begins and ends the waveform where its rounds do.
  void look_at_window();
  void end_waves();

  std::unique_ptr<RtlPicker> rtl_;
  std::uint64_t most_jobs_;
  std::vector<std::uint64_t> jobs_;  ///< per entry, to know who leaves
  std::size_t words_;
  bool settled_ = true;        ///< nothing waits and no class is being reweighed
  bool waiting_ = false;       ///< a command has not taken effect
  bool waiting_drop_ = false;  ///< and one of them is a drop
  PickerOutputs outputs_;
  std::uint64_t cycles_ = 0;
  std::uint64_t rounds_ = 0;
  WaveWindow waves_;  ///< without a path: none
};

}  // namespace gantry
