// SPDX-License-Identifier: Apache-2.0
// Times of the pickers in Verilog (rtl/, docs/rtl.md): one table for the key `picker.timing`, the RTL backend, the cost
// model and the summary.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gantry {
inline namespace scheduler {

struct PickerConfig;

/// Where a picker's three times come from: its keys, or a picker that is built in Verilog.
enum class PickerTimes : std::uint8_t { explicit_keys, rtl_shared, rtl_parallel, rtl_pipelined };

/// A picker in Verilog, by its reweigh unit.
struct RtlTimes {
  PickerTimes key;
  std::string_view name;  ///< as in the key
  std::uint32_t divider;  ///< parameter DIVIDER
  std::uint32_t pick_interval_cycles;
  std::uint32_t pick_latency_cycles;       ///< value that the key sets
  std::uint32_t most_pick_latency_cycles;  ///< largest value of parameter PICK_LATENCY
  std::uint32_t reweigh_cycles_per_entry;
  std::uint32_t reweigh_cycles_per_class;

  /// Cycles for this number of entries; the RTL has at least kLeastEntries.
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

/// Returns the times of a value of the key; nullptr: the times are given one by one.
const RtlTimes* rtl_times(PickerTimes key);
/// Sets the three times of a configuration from the table, by its `times` and `entries`.
void take_rtl_times(PickerConfig& picker);
/// Returns the RTL that has these times with this number of entries, whatever `times` says; nullptr: none.
const RtlTimes* rtl_with_times(const PickerConfig& picker);
/// Returns "pick_interval_cycles 1, pick_latency_cycles 1 and reweigh_cycles 0".
std::string times_text(const PickerConfig& picker);

}  // namespace scheduler
}  // namespace gantry
