// SPDX-License-Identifier: Apache-2.0
// Recorded inputs of a picker, for replays: in memory 16 bytes per command, in a file the stimulus of `gantry pick`.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "gantry/base/section.h"
#include "gantry/scheduler/picker.h"

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
  /// The last winner's last job was picked.
  void left(std::uint32_t entry);

  void write(std::ostream& out) const;
  /// Repeats the commands on another picker.
  void replay(Picker& picker) const;

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

  static void write_times(std::ostream& out, const Times& times);

  Section<PickerConfig> config_;
  std::vector<Command> commands_;
  std::vector<Times> times_;
  EntrySet present_;
  EntrySet open_;  ///< entries that are present and not blocked
};

}  // namespace gantry
