// SPDX-License-Identifier: Apache-2.0
// Recorded inputs of a dispatch core's pins, for replays: in memory a few words per cycle with an input, in a file a
// line per clocked cycle. In cycles that are left out the core had no clock.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "dispatch_core/rtl_dispatch_core.h"
#include "gantry/base/types.h"

namespace gantry {

/// Returns inputs as text, such as " add 3 class 0 ...".
std::string inputs_text(const CoreInputs& inputs);

class CoreRecording {
  template <class>
  friend struct gantry::Archived;

 public:
  CoreRecording() = default;
  CoreRecording(const CoreParameters& parameters, std::vector<CoreProcessor> processors)
      : parameters_(parameters), processors_(std::move(processors)) {}

  /// Adds a cycle. Cycle numbers ascend.
  void add(Cycle cycle, const CoreInputs& inputs);

  [[nodiscard]] const CoreParameters& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<CoreProcessor>& processors() const { return processors_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Calls `clock(cycle, inputs)` for each clocked cycle.
  template <class Clock>
  void replay(Clock clock) const {
    Reader reader{*this};
    while (reader.next()) clock(reader.cycle, reader.inputs);
  }
  void write(std::ostream& out) const;
  /// Reads a file. Throws Error: "line N: ...".
  void read(std::istream& in);

 private:
  struct Reader {
    const CoreRecording& of;
    std::size_t at = 0;
    std::uint32_t idle = 0;  ///< remaining cycles without input
    Cycle cycle = 0;
    CoreInputs inputs = {};
    bool next();
  };

  CoreParameters parameters_;
  std::vector<CoreProcessor> processors_;
  std::vector<std::uint32_t> words_;  ///< encoded cycles; dispatch_core_recording.cpp explains them
  std::size_t idle_at_ = 0;           ///< index of the count of cycles without input, if the last words are one
  Cycle last_ = 0;
  std::uint64_t cycles_ = 0;
};

}  // namespace gantry
