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

/// Function (docs/picker.md) and timing of the picker.
struct PickerConfig {
  std::uint32_t entries = 64;          ///< tasks in all pending sets together, 1..4096
  std::uint32_t classes = 3;           ///< 1..5
  std::uint32_t frac = 8;              ///< fraction bits of the history weight, 0..16
  std::optional<std::uint32_t> quant;  ///< 0..frac+8, default frac
  TieBreak tie = TieBreak::expected_weight;
  PickerTimes times = PickerTimes::explicit_keys;
  std::uint32_t pick_interval_cycles = 1;  ///< between the starts of two rounds, 1..1000
  std::uint32_t pick_latency_cycles = 1;   ///< round to grant, 0..1000
  std::uint32_t reweigh_cycles = 0;        ///< recomputing one class's expected weights, 0..10000
  /// Of pickers' own keys, which their files tell.
  OwnValuesByName own;

  [[nodiscard]] std::uint32_t quantisation() const { return quant.value_or(frac); }
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, PickerConfig& picker);

}  // namespace scheduler
}  // namespace gantry
