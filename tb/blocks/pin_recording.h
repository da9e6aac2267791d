// SPDX-License-Identifier: Apache-2.0
// Recorded inputs of a block's pins, for replays: in memory a few words per message, in a file a line per clocked
// cycle. In cycles that are left out the block had no clock.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry {

/// A reset, at power-up or in the middle of work.
struct PinReset {
  std::uint32_t edges = 4;
  std::uint32_t seed = 0;  ///< of the inputs at these edges, and of the registers at power-up; 0: all are 0
};

class PinRecording {
  template <class>
  friend struct gantry::Archived;

 public:
  PinRecording() = default;
  /// `config`: constants and table (PinLayout::config).
  PinRecording(const BlockPins& pins, std::vector<std::uint32_t> config) : pins_(&pins), config_(std::move(config)) {}

  /// Adds a cycle. Cycle numbers ascend. `unasked`: clocked without a message or a request of the block.
  void add(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked = false);

  /// Adds a reset in a cycle. Cycle numbers ascend.
  void add_reset(Cycle cycle, const PinReset& reset);
  /// How it begins.
  void set_power_up(const PinReset& power_up) { power_up_ = power_up; }
  [[nodiscard]] const PinReset& power_up() const { return power_up_; }

  [[nodiscard]] const BlockPins& pins() const { return *pins_; }
  [[nodiscard]] const std::vector<std::uint32_t>& config() const { return config_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Calls `clock(cycle, inputs)`, or `clock(cycle, inputs, unasked)`, for each clocked cycle, and `again(cycle,
  /// reset)` for each reset in between.
  template <class Clock, class Reset>
  void replay(Clock clock, Reset again) const {
    std::vector<PinMessage> inputs;
    Cycle cycle = 0;
    bool unasked = false;
    std::optional<PinReset> reset;
    for (std::size_t at = 0; at < words_.size();) {
      at = read(at, cycle, inputs, unasked, reset);
      if (reset) {
        again(cycle, *reset);
      } else if constexpr (std::is_invocable_v<Clock, Cycle, const std::vector<PinMessage>&, bool>) {
        clock(cycle, inputs, unasked);
      } else {
        clock(cycle, inputs);
      }
    }
  }
  /// Of a run, which has no resets.
  template <class Clock>
  void replay(Clock clock) const {
    replay(clock, [](Cycle /*cycle*/, const PinReset& /*reset*/) {});
  }
  void write(std::ostream& out) const;
  /// Reads a file. Throws Error: "line N: ...".
  void read(std::istream& in);

 private:
  void read_line(const std::string& line, std::uint64_t contents);
  std::size_t read(std::size_t at, Cycle& cycle, std::vector<PinMessage>& inputs, bool& unasked,
                   std::optional<PinReset>& reset) const;
  void add_head(Cycle cycle, std::uint32_t what);

  const BlockPins* pins_ = nullptr;
  std::vector<std::uint32_t> config_;
  /// For each cycle: the number of cycles since the last one (with two more words if large), whether it is unasked, and
  /// the number of messages; for each of them its link and fields. A reset has its edges and its seed instead.
  std::vector<std::uint32_t> words_;
  PinReset power_up_;
  Cycle last_ = 0;
  std::uint64_t cycles_ = 0;
};

}  // namespace gantry
