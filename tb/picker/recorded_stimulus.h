// SPDX-License-Identifier: Apache-2.0
// Recorded inputs of a picker, for replays: in memory 16 bytes per command, in a file the stimulus of `gantry pick`.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "gantry/base/section.h"
#include "gantry/scheduler/picker.h"
#include "picker/answer_digest.h"

namespace gantry {

class RecordedStimulus {
 public:
  explicit RecordedStimulus(const PickerConfig& config);

  void add(std::uint32_t entry, const PickerEntry& what);
  void drop(std::uint32_t entry);
  /// Sets the cycle of the following commands; only if the picker uses it.
  void tell_cycle(Cycle now);
  /// A round among `eligible`.
  void pick(const EntrySet& eligible);
  /// The answer of that round.
  void answered(const std::optional<Pick>& pick);

  void write(std::ostream& out) const;
  /// Repeats the commands on another picker.
  void replay(Picker& picker) const;
  /// Writes the commands into a checkpoint. Or reads them, and repeats them on the new picker whose inputs are recorded
  /// here. Throws Error if it answers otherwise than before.
  void archive(Archive& state, Picker& recorded);

 private:
  enum class Kind : std::uint8_t { add, drop, block, unblock, pick, times, cycle };
  struct Command {
    Kind kind = Kind::pick;
    std::uint8_t cls = 0;
    std::uint16_t weight = 0;
    std::uint32_t entry = 0;
    std::uint64_t count = 0;  ///< jobs of an add, rounds of a pick, index of an add's times, or a cycle
  };
  /// Times of an add, if it has any, which follow in a command of their own.
  struct Times {
    std::uint64_t job_cycles = 0;
    Cycle deadline = kNever;
  };

  /// The last job of the entry was picked, or it was dropped.
  void left(std::uint32_t entry);
  static void write_times(std::ostream& out, const Times& times);

  Section<PickerConfig> config_;
  std::vector<Command> commands_;
  std::vector<Times> times_;
  std::vector<std::uint64_t> jobs_;  ///< by entry, to know which one leaves
  AnswerDigest answers_;
  EntrySet present_;
  EntrySet open_;  ///< entries that are present and not blocked
};

}  // namespace gantry
