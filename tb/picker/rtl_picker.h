// SPDX-License-Identifier: Apache-2.0
// The picker of rtl/ as C++ sees it: pins, clock by clock. What is behind it was compiled from Verilog with its
// parameters fixed, so there is one model per set of parameters; rtl_models.h finds them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/rtl_times.h"

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
  std::uint32_t divider = 1;       ///< 0 = one for all entries, 1 = one per entry, 2 = one for all, pipelined
  std::uint32_t pick_latency = 1;  ///< 1 or 2

  /// What PickTiming needs to know.
  [[nodiscard]] std::uint32_t reweigh_cycles() const { return kRtlTimes.at(divider).reweigh_cycles(entries); }
  [[nodiscard]] std::uint64_t most_jobs() const { return (std::uint64_t{1} << job_bits) - 1; }
  /// "ENTRIES=64 CLASSES=5 ..."
  [[nodiscard]] std::string text() const;
};

/// One cycle's inputs. Legal: docs/rtl.md.
struct PickerInputs {
  bool rst = false;
  bool add = false;
  std::uint8_t add_entry = 0;
  std::uint8_t add_class = 0;
  std::uint16_t add_weight = 1;
  std::uint32_t add_jobs = 1;
  std::uint64_t add_job_cycles = 0;  ///< with add_deadline and now: for somebody's own picker, ours has no such pins
  Cycle add_deadline = kNever;
  bool drop = false;
  std::uint8_t drop_entry = 0;
  bool pick = false;
  bool read = false;
  std::uint8_t read_entry = 0;
  std::array<std::uint64_t, RtlParameters::kMaxEntries / 64> eligible = {};
  Cycle now = 0;  ///< of the machine
};

/// The same cycle's outputs.
struct PickerOutputs {
  bool take = false;
  bool busy = false;
  bool win = false;  ///< a round took place win_delay() cycles ago
  Pick winner;
  bool grant = false;
  Pick granted;  ///< of the round PICK_LATENCY cycles ago
  EntryState read;
};

class RtlPicker {
 public:
  virtual ~RtlPicker() = default;
  /// One cycle. Outputs show the cycle in which the inputs stand at the picker.
  virtual void clock(const PickerInputs& inputs, PickerOutputs& outputs) = 0;
  /// Cycles from a round to `win`: 0 here, more for a picker that tells it through registers.
  [[nodiscard]] virtual std::uint32_t win_delay() const = 0;
  /// Whether it has a pin for the machine's cycle.
  [[nodiscard]] virtual bool sees_cycle() const = 0;
  /// Whether state() and holds() mean anything.
  [[nodiscard]] virtual bool tells_state() const = 0;
  /// What all entries held in the cycle last clocked, before its round; at least as many as `entries` has.
  virtual void state(std::vector<EntryState>& entries) const = 0;
  /// Whether the entries hold this; entries beyond the last of `entries` are not looked at.
  [[nodiscard]] virtual bool holds(const std::vector<EntryState>& entries) const = 0;
  /// Writes all signals from the next cycle on: a VCD where the name ends so, an FST otherwise. False: the model was
  /// built without waveforms, or the file cannot be written.
  virtual bool trace(const std::string& path) = 0;
  /// Ends that, if it has begun; at the latest the destructor does. False: the file is not whole.
  virtual bool end_trace() = 0;
};

}  // namespace gantry
