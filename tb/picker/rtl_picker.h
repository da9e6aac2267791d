// SPDX-License-Identifier: Apache-2.0
// The picker of rtl/ in C++: pins, clocked cycle by cycle. It is compiled from Verilog with fixed parameters, so each
// set of parameters is a model; rtl_models.h finds them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/rtl_times.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {

/// Parameters of gantry_picker (docs/rtl.md).
struct RtlParameters {
  static constexpr std::uint32_t kMaxEntries = RtlTimes::kMostEntries;

  std::uint32_t entries = 64;
  std::uint32_t classes = 5;
  std::uint32_t frac = 8;
  std::uint32_t quant = 8;
  TieBreak tie = TieBreak::expected_weight;
  std::uint32_t job_bits = 32;
  std::uint32_t divider = 1;       ///< 0: one divider for all entries, 1: one per entry, 2: one for all, pipelined
  std::uint32_t pick_latency = 1;  ///< 1 or 2

  /// The timing for PickTiming.
  [[nodiscard]] std::uint32_t reweigh_cycles() const { return kRtlTimes.at(divider).reweigh_cycles(entries); }
  [[nodiscard]] std::uint64_t most_jobs() const { return (std::uint64_t{1} << job_bits) - 1; }
  /// Returns "ENTRIES=64 CLASSES=5 ..."
  [[nodiscard]] std::string text() const;
};

/// Inputs of one cycle. docs/rtl.md defines legal inputs.
struct PickerInputs {
  bool rst = false;
  bool add = false;
  std::uint8_t add_entry = 0;
  std::uint8_t add_class = 0;
  std::uint16_t add_weight = 1;
  std::uint32_t add_jobs = 1;
  std::uint64_t add_job_cycles = 0;  ///< as are add_deadline and now: for users' own pickers; ours has no such pins
  Cycle add_deadline = kNever;
  bool drop = false;
  std::uint8_t drop_entry = 0;
  bool pick = false;
  bool read = false;
  std::uint8_t read_entry = 0;
  std::array<std::uint64_t, RtlParameters::kMaxEntries / 64> eligible = {};
  Cycle now = 0;  ///< cycle of the machine
};

/// Outputs of the same cycle.
struct PickerOutputs {
  bool take = false;
  bool busy = false;
  bool win = false;  ///< a round took place win_delay() cycles ago
  Pick winner;
  bool grant = false;
  Pick granted;  ///< pick of the round PICK_LATENCY cycles ago
  EntryState read;
};

class RtlPicker {
 public:
  virtual ~RtlPicker() = default;
  /// Clocks one cycle. Outputs belong to the cycle of these inputs.
  virtual void clock(const PickerInputs& inputs, PickerOutputs& outputs) = 0;
  /// Cycles from a round to `win`: 0 for ours, more for a picker with registered outputs.
  [[nodiscard]] virtual std::uint32_t win_delay() const = 0;
  /// Whether it has a pin for the machine's cycle.
  [[nodiscard]] virtual bool sees_cycle() const = 0;
  /// Whether state() and holds() are implemented.
  [[nodiscard]] virtual bool tells_state() const = 0;
  /// State of all entries in the last cycle, before its round. Precondition: `entries` is large enough.
  virtual void state(std::vector<EntryState>& entries) const = 0;
  /// Whether the entries have this state. Entries beyond the last of `entries` are ignored.
  [[nodiscard]] virtual bool holds(const std::vector<EntryState>& entries) const = 0;
  /// Writes all signals from the next cycle on: a VCD if the name ends in .vcd, else an FST. Returns false if the model
  /// was built without waveforms or the file cannot be written.
  virtual bool trace(const std::string& path) = 0;
  /// Ends the waveform, if it has begun; the destructor does so at the latest. Returns false if the file is not
  /// complete.
  virtual bool end_trace() = 0;
};

}  // namespace gantry
