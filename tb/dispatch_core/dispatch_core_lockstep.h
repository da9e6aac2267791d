// SPDX-License-Identifier: Apache-2.0
// The dispatch core in Verilog beside the dispatcher of the model: told the same, it has to give the same answers in
// the same cycles. The model decides; the Verilog is clocked only in cycles in which something happens or it has work,
// since its state does not change in between.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dispatch_core/dispatch_core_models.h"
#include "dispatch_core/dispatch_core_recording.h"
#include "gantry/scheduler/dispatch_witness.h"
#include "gantry/scheduler/processor_table.h"
#include "picker/lockstep_engine.h"

namespace gantry {

struct CoreLockstepOptions {
  /// Where a difference is documented: `<prefix>.trace` and `<prefix>.vcd`. Empty: nowhere.
  std::string prefix;
  /// Clocked cycles shown by the waveform.
  std::uint64_t waveform_cycles = 1000;
  /// Receives the cycle and what differs in it, before the mismatch is thrown: a kernel in between may not pass it
  /// on.
  std::function<void(Cycle, const std::string&)> on_difference;
};

class DispatchCoreLockstep final : public DispatchWitness {
 public:
  /// `types[p]`: the type of processor p. `table` is the dispatcher's own.
  DispatchCoreLockstep(const CoreModel& model, const std::vector<std::uint32_t>& types, const ProcessorTable& table,
                       CoreLockstepOptions options);

  void completed(ProcessorId p, Cycle now) override;
  void unlocked(std::uint32_t port, ProcessorId p, Cycle now) override;
  void picked(const Pick& pick, ProcessorId p, Cycle now) override;
  void joined(std::uint32_t entry, const PickerEntry& what, const ProcessorSet& capable, Cycle now) override;
  void dropped(std::uint32_t entry, Cycle now) override;
  void matched(std::uint32_t entry, std::uint32_t jobs, Cycle now) override;
  /// What is on its way through the core is compared, too. Like all of these it throws Error of kind `mismatch`.
  void finished(Cycle now) override;

  [[nodiscard]] std::uint64_t clocked() const { return recording_.cycles(); }

 private:
  struct Choice {
    Cycle picked = 0;
    Pick pick;
    ProcessorId processor = 0;
  };
  struct Place {
    std::uint32_t depth = 0;
    std::uint32_t taken = 0;
    bool locked = false;
  };

  /// Clocks all cycles before `cycle`, and gathers what that one is given.
  void open(Cycle cycle);
  void take_add();
  /// Clocks the cycle that is open.
  void clock();
  void compare(const CoreInputs& inputs);
  void compare_grant();
  void compare_issue();
  void compare_free();
  void update_places(const CoreInputs& inputs);
  void show(ProcessorId p);
  [[nodiscard]] bool awake() const;
  [[noreturn]] void differ(Cycle cycle, const std::string& what, const std::string& model, const std::string& rtl);
  /// Writes what shows the difference again, and says where.
  std::string leave();
  std::string write_waveform();

  const CoreModel& model_;
  const ProcessorTable& table_;
  CoreLockstepOptions options_;
  std::unique_ptr<RtlDispatchCore> rtl_;
  CoreRecording recording_;
  std::vector<std::uint32_t> types_;

  std::optional<Cycle> open_;    ///< nothing: no cycle yet
  CoreInputs inputs_;            ///< of the open cycle
  std::optional<Choice> pick_;   ///< of the open cycle, by the model
  std::deque<CoreInputs> adds_;  ///< joins of one cycle behind the first
  CoreOutputs outputs_;
  std::optional<Choice> granting_;  ///< the model's pick of the cycle before
  std::deque<Choice> choosing_;     ///< picks whose processors the Verilog has not told
  std::vector<Place> places_;       ///< by what the Verilog has been told, when the open cycle begins
  CorePlaces now_;                  ///< as the core shows them
  CorePlaces before_;               ///< in the cycle before
  std::uint32_t quiet_ = 0;         ///< cycles in a row without inputs, work and outputs
};

}  // namespace gantry
