// SPDX-License-Identifier: Apache-2.0
// What a block's pins were given, so that it can be given again: in memory some words per message, on paper a line per
// clocked cycle. Cycles that are not among them were slept through.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry {

class PinRecording {
 public:
  PinRecording() = default;
  /// `config`: constants and table, as PinLayout::config takes them.
  PinRecording(const BlockPins& pins, std::vector<std::uint32_t> config) : pins_(&pins), config_(std::move(config)) {}

  /// Cycle numbers ascend. `unasked`: without a message, and clocked although the block had not asked for it.
  void add(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked = false);

  [[nodiscard]] const BlockPins& pins() const { return *pins_; }
  [[nodiscard]] const std::vector<std::uint32_t>& config() const { return config_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Calls `clock(cycle, inputs)`, or `clock(cycle, inputs, unasked)`, for each clocked cycle.
  template <class Clock>
  void replay(Clock clock) const {
    std::vector<PinMessage> inputs;
    Cycle cycle = 0;
    bool unasked = false;
    for (std::size_t at = 0; at < words_.size();) {
      at = read(at, cycle, inputs, unasked);
      if constexpr (std::is_invocable_v<Clock, Cycle, const std::vector<PinMessage>&, bool>) {
        clock(cycle, inputs, unasked);
      } else {
        clock(cycle, inputs);
      }
    }
  }
  void write(std::ostream& out) const;
  /// Throws Error: "line N: ...".
  void read(std::istream& in);

 private:
  void read_line(const std::string& line, std::uint64_t contents);
  std::size_t read(std::size_t at, Cycle& cycle, std::vector<PinMessage>& inputs, bool& unasked) const;

  const BlockPins* pins_ = nullptr;
  std::vector<std::uint32_t> config_;
  /// For each cycle: those since the last one (two more words if far), whether nobody asked for it, and the number of
  /// messages; for each of these its link and fields.
  std::vector<std::uint32_t> words_;
  Cycle last_ = 0;
  std::uint64_t cycles_ = 0;
};

}  // namespace gantry
