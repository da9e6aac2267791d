// SPDX-License-Identifier: Apache-2.0
// What the pins of a dispatch core were given, so that it can be given again: in memory some words per cycle with an
// input, on paper a line per clocked cycle. Cycles that are not among them were slept through.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "dispatch_core/rtl_dispatch_core.h"
#include "gantry/base/types.h"

namespace gantry {

/// " add 3 class 0 ..." and so on, as a recording has it.
std::string inputs_text(const CoreInputs& inputs);

class CoreRecording {
 public:
  CoreRecording() = default;
  CoreRecording(const CoreParameters& parameters, std::vector<CoreProcessor> processors)
      : parameters_(parameters), processors_(std::move(processors)) {}

  /// Cycle numbers ascend.
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
  /// Throws Error: "line N: ...".
  void read(std::istream& in);

 private:
  struct Reader {
    const CoreRecording& of;
    std::size_t at = 0;
    std::uint32_t idle = 0;  ///< cycles without input that are left of a run of them
    Cycle cycle = 0;
    CoreInputs inputs = {};
    bool next();
  };

  CoreParameters parameters_;
  std::vector<CoreProcessor> processors_;
  std::vector<std::uint32_t> words_;  ///< what each means: dispatch_core_recording.cpp
  std::size_t idle_at_ = 0;           ///< where the run of cycles without input counts, if the last words are one
  Cycle last_ = 0;
  std::uint64_t cycles_ = 0;
};

}  // namespace gantry
