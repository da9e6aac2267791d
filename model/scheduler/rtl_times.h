// SPDX-License-Identifier: Apache-2.0
// How long the pickers take that are built in Verilog (rtl/, docs/rtl.md): one table for the key `picker.timing`, the
// RTL engine, the cost model and what a run says of itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace scheduler {

/// A picker in Verilog by its reweigh unit.
struct RtlTimes {
  PickerTimes key;
  std::string_view name;  ///< of `key`
  std::uint32_t divider;  ///< parameter DIVIDER
  std::uint32_t pick_interval_cycles;
  std::uint32_t pick_latency_cycles;       ///< taken by the key
  std::uint32_t most_pick_latency_cycles;  ///< of parameter PICK_LATENCY
  std::uint32_t reweigh_cycles_per_entry;
  std::uint32_t reweigh_cycles_per_class;

  /// Of a picker with as many entries; the RTL has no fewer than kLeastEntries.
  [[nodiscard]] constexpr std::uint32_t reweigh_cycles(std::uint32_t entries) const {
    return reweigh_cycles_per_entry * std::max(entries, kLeastEntries) + reweigh_cycles_per_class;
  }
  static constexpr std::uint32_t kLeastEntries = 4;
  static constexpr std::uint32_t kMostEntries = 256;
};

inline constexpr std::array<RtlTimes, 3> kRtlTimes = {{
    {PickerTimes::rtl_shared, "rtl_shared", 0, 1, 1, 2, 11, 2},
    {PickerTimes::rtl_parallel, "rtl_parallel", 1, 1, 1, 2, 0, 12},
    {PickerTimes::rtl_pipelined, "rtl_pipelined", 2, 1, 1, 2, 1, 12},
}};

/// nullptr: the keys tell.
const RtlTimes* rtl_times(PickerTimes key);
/// Sets the three times that a configuration takes from the table, by its `times` and `entries`.
void take_rtl_times(PickerConfig& picker);
/// The RTL that has these times with so many entries, whatever `times` says; nullptr: none has.
const RtlTimes* rtl_with_times(const PickerConfig& picker);
/// "pick_interval_cycles 1, pick_latency_cycles 1 and reweigh_cycles 0"
std::string times_text(const PickerConfig& picker);

}  // namespace scheduler
}  // namespace gantry
