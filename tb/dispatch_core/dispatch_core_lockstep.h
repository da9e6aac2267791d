// SPDX-License-Identifier: Apache-2.0
// The dispatch core in Verilog in lockstep with the model's dispatcher. It receives the same inputs and must give the
// same outputs in the same cycles. The model decides. The Verilog is clocked only in cycles with an event or with work,
// because its state does not change in between.
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
#include "picker/answer_digest.h"
#include "picker/lockstep_engine.h"

namespace gantry {

struct CoreLockstepOptions {
  /// Prefix of the files that document a difference: `<prefix>.trace` and `<prefix>.vcd`. Empty: none.
  std::string prefix;
  /// Clocked cycles in the waveform.
  std::uint64_t waveform_cycles = 1000;
  /// Called with the cycle and the difference before the mismatch is thrown, because a kernel in between may not pass
  /// the exception on.
  std::function<void(Cycle, const std::string&)> on_difference;
};

class DispatchCoreLockstep final : public DispatchWitness {
 public:
  /// `types[p]`: type of processor p. `table`: the dispatcher's own.
  DispatchCoreLockstep(const CoreModel& model, const std::vector<std::uint32_t>& types, const ProcessorTable& table,
                       CoreLockstepOptions options);

  void completed(ProcessorId p, Cycle now) override;
  void unlocked(std::uint32_t port, ProcessorId p, Cycle now) override;
  void picked(const Pick& pick, ProcessorId p, Cycle now) override;
  void joined(std::uint32_t entry, const PickerEntry& what, const ProcessorSet& capable, Cycle now) override;
  void dropped(std::uint32_t entry, Cycle now) override;
  void matched(std::uint32_t entry, std::uint32_t jobs, Cycle now) override;
  /// Ends the run, and compares events that are still in the core. Throws Error of kind `mismatch`, as the other
  /// functions do.
  void finished(Cycle now) override;
  /// Reading gives the core all inputs of the checkpoint again. Throws Error if it answers otherwise than before.
  bool archive(Archive& state) override;

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

  /// Clocks all cycles before `cycle`, and opens that one for inputs.
  void open(Cycle cycle);
  void take_add();
  /// Records and clocks a cycle.
  void clock_core(Cycle cycle, const CoreInputs& inputs);
  /// Clocks the open cycle.
  void clock();
  void compare(const CoreInputs& inputs);
  void compare_grant();
  void compare_issue();
  void compare_free();
  void update_places(const CoreInputs& inputs);
  void show(ProcessorId p);
  [[nodiscard]] bool awake() const;
  [[noreturn]] void differ(Cycle cycle, const std::string& what, const std::string& model, const std::string& rtl);
  /// Writes the files that document a difference, and returns their names.
  std::string leave();
  std::string write_waveform();

  const CoreModel& model_;
  const ProcessorTable& table_;
  CoreLockstepOptions options_;
  std::unique_ptr<RtlDispatchCore> rtl_;
  CoreRecording recording_;
  AnswerDigest answers_;
  std::vector<std::uint32_t> types_;

  std::optional<Cycle> open_;    ///< the open cycle; nothing: none yet
  CoreInputs inputs_;            ///< inputs of the open cycle
  std::optional<Choice> pick_;   ///< the model's pick in the open cycle
  std::deque<CoreInputs> adds_;  ///< further joins of one cycle, which the core takes one per cycle
  CoreOutputs outputs_;
  std::optional<Choice> granting_;  ///< the model's pick in the previous cycle
  std::deque<Choice> choosing_;     ///< picks whose processor the Verilog has not sent yet
  std::vector<Place> places_;       ///< state by the Verilog's inputs, at the begin of the open cycle
  CorePlaces now_;                  ///< places at the core's outputs
  CorePlaces before_;               ///< the same in the previous cycle
  std::uint32_t quiet_ = 0;         ///< number of cycles in a row without inputs, work and outputs
};

}  // namespace gantry
