// SPDX-License-Identifier: Apache-2.0
// What a picker was told, so that it can be told again: in memory 16 bytes per command, on paper the stimulus of
// `gantry pick`.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "gantry/scheduler/picker.h"

namespace gantry {

class RecordedStimulus {
 public:
  explicit RecordedStimulus(const PickerConfig& config);

  void add(std::uint32_t entry, const PickerEntry& what);
  void drop(std::uint32_t entry);
  /// Of what follows; only if it matters to who is told again.
  void tell_cycle(Cycle now);
  /// A round among `eligible`.
  void pick(const EntrySet& eligible);
  /// The last pick's winner had its last job picked.
  void left(std::uint32_t entry);

  void write(std::ostream& out) const;
  /// Tells it to another picker.
  void replay(Picker& picker) const;

 private:
  enum class Kind : std::uint8_t { add, drop, block, unblock, pick, times, cycle };
  struct Command {
    Kind kind = Kind::pick;
    std::uint8_t cls = 0;
    std::uint16_t weight = 0;
    std::uint32_t entry = 0;
    std::uint64_t count = 0;  ///< jobs of an add, rounds of a pick, index of an add's times, a cycle
  };
  /// Of an add that has any, in a command behind it.
  struct Times {
    std::uint64_t job_cycles = 0;
    Cycle deadline = kNever;
  };

  static void write_times(std::ostream& out, const Times& times);

  PickerConfig config_;
  std::vector<Command> commands_;
  std::vector<Times> times_;
  EntrySet present_;
  EntrySet open_;  ///< present and not blocked
};

}  // namespace gantry
