// SPDX-License-Identifier: Apache-2.0
// Configuration of the picker: the section `dispatcher.picker`. Every default is defined here only.
#pragma once

#include <cstdint>
#include <optional>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/own_values.h"
#include "gantry/scheduler/rtl_times.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
inline namespace scheduler {

inline constexpr std::uint32_t kMostPickerClasses = 5;

/// Function (docs/picker.md) and timing of the picker.
struct PickerConfig {
  std::uint32_t entries = 64;          ///< entries of all pending sets together, 1..4096
  std::uint32_t classes = 3;           ///< number of picker classes, 1..kMostPickerClasses
  std::uint32_t frac = 8;              ///< fraction bits of the history weight, 0..16
  std::optional<std::uint32_t> quant;  ///< bits dropped from the target weight, 0..frac+8; default: frac
  TieBreak tie = TieBreak::expected_weight;
  /// Origin of the three times below. Other values than explicit_keys take effect by take_rtl_times() only.
  PickerTimes times = PickerTimes::explicit_keys;
  std::uint32_t pick_interval_cycles = 1;  ///< cycles between the starts of two rounds, 1..1000
  std::uint32_t pick_latency_cycles = 1;   ///< cycles from a round to its grant, 0..1000
  std::uint32_t reweigh_cycles = 0;        ///< cycles to recompute the expected weights of one class, 0..10000
  /// Values of the pickers' own keys, which are described in their files.
  OwnValuesByName own;

  /// `quant`, with its default resolved.
  [[nodiscard]] std::uint32_t quantisation() const { return quant.value_or(frac); }
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, PickerConfig& picker);

}  // namespace scheduler
}  // namespace gantry
