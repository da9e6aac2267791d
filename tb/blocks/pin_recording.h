// SPDX-License-Identifier: Apache-2.0
// Recorded inputs of a block's pins, for replays: in memory a few words per message, in a file a line per clocked
// cycle. In cycles that are left out the block had no clock.
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
  /// `config`: constants and table (PinLayout::config).
  PinRecording(const BlockPins& pins, std::vector<std::uint32_t> config) : pins_(&pins), config_(std::move(config)) {}

  /// Adds a cycle. Cycle numbers ascend. `unasked`: clocked without a message or a request of the block.
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
  /// Reads a file. Throws Error: "line N: ...".
  void read(std::istream& in);

 private:
  void read_line(const std::string& line, std::uint64_t contents);
  std::size_t read(std::size_t at, Cycle& cycle, std::vector<PinMessage>& inputs, bool& unasked) const;

  const BlockPins* pins_ = nullptr;
  std::vector<std::uint32_t> config_;
  /// For each cycle: the number of cycles since the last one (with two more words if large), whether it is unasked, and
  /// the number of messages; for each of them its link and fields.
  std::vector<std::uint32_t> words_;
  Cycle last_ = 0;
  std::uint64_t cycles_ = 0;
};

}  // namespace gantry
