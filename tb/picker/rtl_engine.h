// SPDX-License-Identifier: Apache-2.0
// The RTL behind the interface of every picker. The RTL is clocked only while it has work: a cycle per round, one per
// command, and those of the reweighs that follow. When these rounds happen in a machine is PickTiming's affair.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gantry/scheduler/picker.h"
#include "picker/rtl_models.h"

namespace gantry {

/// Which rounds a waveform shows, with the commands and reweighs before each.
struct WaveWindow {
  std::string path;        ///< RtlPicker::trace
  std::uint64_t from = 0;  ///< number of a round, or
  std::uint64_t to = ~std::uint64_t{0};
  bool in_cycles = false;  ///< a cycle of the machine
  /// Told when the file has ended, whether it is whole. Not called if it never began.
  std::function<void(bool whole)> on_end;
};

class RtlEngine final : public Picker {
 public:
  /// The model serves the configuration (find_rtl_model).
  RtlEngine(const RtlModel& model, std::unique_ptr<RtlPicker> picker, const PickerConfig& config);
  /// With a waveform, if it has a path. Throws Error of kind `unsupported` when the model is built without waveforms,
  /// or the file cannot be written. `reweighs`: whether what it stands for does.
  RtlEngine(const RtlModel& model, const PickerConfig& config, WaveWindow waves, bool reweighs = true);
  ~RtlEngine() override;
  RtlEngine(const RtlEngine&) = delete;
  RtlEngine& operator=(const RtlEngine&) = delete;

  /// Throws Error of kind `unsupported` when the job counter is too narrow.
  void add(std::uint32_t entry, const PickerEntry& what) override;
  void drop(std::uint32_t entry) override;
  void tell_cycle(Cycle now) override;
  /// Throws Error of kind `mismatch` when the winner is not eligible, or nobody wins although an entry is eligible.
  std::optional<Pick> pick(const EntrySet& eligible) override;
  [[nodiscard]] bool reweighs() const override { return reweighs_; }
  void inspect(std::vector<EntryState>& entries) override;
  /// A cycle of reset: nobody is there any more.
  void reset();
  /// A round, whoever wins, and whether all entries held `expected` before it. If not, `held` is what they held.
  std::optional<Pick> pick_and_compare(const EntrySet& eligible, const std::vector<EntryState>& expected, bool& same,
                                       std::vector<EntryState>& held);

  /// Clocks until all commands have taken effect and no class is being reweighed. Throws Error of kind `mismatch` when
  /// that never comes.
  void settle();
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  [[nodiscard]] bool tells_state() const { return rtl_->tells_state(); }
  [[nodiscard]] bool sees_cycle() const { return rtl_->sees_cycle(); }
  /// Called before every cycle.
  std::function<void(RtlPicker&, std::uint64_t cycle)> before_cycle;
  /// Receives the text of a mismatch before it is thrown: a kernel in between may not pass the exception on as it is.
  std::function<void(const std::string&)> on_fault;

 private:
  void clock(PickerInputs inputs);
  void command(const PickerInputs& inputs);
  void begin_round(const EntrySet& eligible);
  std::optional<Pick> read_winner();
  void end_round(const std::optional<Pick>& winner);
  [[noreturn]] void fault(const std::string& what);
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
  Cycle now_ = 0;  ///< of the machine
  bool reweighs_ = true;
  WaveWindow waves_;  ///< without a path: none
  bool open_ = false;
};

}  // namespace gantry
