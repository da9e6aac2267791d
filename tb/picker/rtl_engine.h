// SPDX-License-Identifier: Apache-2.0
// RTL behind the interface of all pickers. It is clocked only while it has work: a cycle per round, one per command,
// and those of the following reweighs. PickTiming decides in which cycles of a machine these happen.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gantry/scheduler/picker.h"
#include "picker/rtl_models.h"

namespace gantry {

/// The rounds that a waveform shows, with the commands and reweighs before each.
struct WaveWindow {
  std::string path;        ///< as in RtlPicker::trace
  std::uint64_t from = 0;  ///< number of the first round, or of the first cycle
  std::uint64_t to = ~std::uint64_t{0};
  bool in_cycles = false;  ///< numbers are cycles of the machine
  /// Called when the file has ended, with whether it is complete. Not called if it never began.
  std::function<void(bool whole)> on_end;
};

class RtlEngine final : public Picker {
 public:
  /// Precondition: the model supports the configuration (find_rtl_model).
  RtlEngine(const RtlModel& model, std::unique_ptr<RtlPicker> picker, const PickerConfig& config);
  /// With a waveform, if it has a path. Throws Error of kind `unsupported` if the model is built without waveforms or
  /// the file cannot be written. `reweighs`: whether the policy reweighs.
  RtlEngine(const RtlModel& model, const PickerConfig& config, WaveWindow waves, bool reweighs = true);
  ~RtlEngine() override;
  RtlEngine(const RtlEngine&) = delete;
  RtlEngine& operator=(const RtlEngine&) = delete;

  /// Throws Error of kind `unsupported` if the job counter is too narrow.
  void add(std::uint32_t entry, const PickerEntry& what) override;
  void drop(std::uint32_t entry) override;
  void tell_cycle(Cycle now) override;
  /// Throws Error of kind `mismatch` if the winner is not eligible, or if there is no winner although an entry is
  /// eligible.
  std::optional<Pick> pick(const EntrySet& eligible) override;
  [[nodiscard]] bool reweighs() const override { return reweighs_; }
  void inspect(std::vector<EntryState>& entries) override;
  /// Runs a cycle of reset, which removes all entries.
  void reset();
  /// Runs a round, and compares the entries before it with `expected`. If they differ, `held` receives the RTL's.
  std::optional<Pick> pick_and_compare(const EntrySet& eligible, const std::vector<EntryState>& expected, bool& same,
                                       std::vector<EntryState>& held);

  /// Clocks until all commands have taken effect and no class is being reweighed. Throws Error of kind `mismatch` if
  /// that never happens.
  void settle();
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  [[nodiscard]] bool tells_state() const { return rtl_->tells_state(); }
  [[nodiscard]] bool sees_cycle() const { return rtl_->sees_cycle(); }
  /// Called before every cycle.
  std::function<void(RtlPicker&, std::uint64_t cycle)> before_cycle;
  /// Called with the text of a mismatch before it is thrown, because a kernel in between may not pass the exception on.
  std::function<void(const std::string&)> on_fault;

 private:
  void clock(PickerInputs inputs);
  void command(const PickerInputs& inputs);
  void begin_round(const EntrySet& eligible);
  std::optional<Pick> read_winner();
  void end_round(const std::optional<Pick>& winner);
  [[noreturn]] void fault(const std::string& what);
  /// Begins and ends the waveform at its rounds.
  void look_at_window();
  void end_waves();

  std::unique_ptr<RtlPicker> rtl_;
  std::uint64_t most_jobs_;
  std::vector<std::uint64_t> jobs_;  ///< by entry, to know which one leaves
  std::size_t words_;
  bool settled_ = true;        ///< no command waits, and no class is being reweighed
  bool waiting_ = false;       ///< a command has not taken effect
  bool waiting_drop_ = false;  ///< one of these commands is a drop
  PickerOutputs outputs_;
  std::uint64_t cycles_ = 0;
  std::uint64_t rounds_ = 0;
  Cycle now_ = 0;  ///< cycle of the machine
  bool reweighs_ = true;
  WaveWindow waves_;  ///< without a path: no waveform
  bool open_ = false;
};

}  // namespace gantry
