// SPDX-License-Identifier: Apache-2.0
// weight_delay: the source's picker (004 [0061]-[0070], [0104]-[0131]; docs/picker.md has the numbers). The entry with
// the largest target weight wins. Ties go to the larger expected weight (or, by configuration, the smaller history),
// then to the lower class, then to the lower entry.
//
// Two implementations give the same answers. The plain one states the rule for every configuration. The keyed one
// encodes the order of an entry in one 32-bit number, so that a round is one maximum over an array.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "gantry/scheduler/picker.h"

namespace gantry {
inline namespace scheduler {

inline constexpr std::uint32_t kFullWeight = 256;

/// Returns W = clamp((256 S + T/2) / T, 1, 256), with `weight` S and `sum` T, the sum of S over the class. Divisions
/// round down. Precondition: sum > 0.
constexpr std::uint32_t expected_weight(std::uint64_t weight, std::uint64_t sum) {
  const std::uint64_t rounded = (kFullWeight * weight + sum / 2) / sum;
  return static_cast<std::uint32_t>(rounded < 1 ? 1 : rounded > kFullWeight ? kFullWeight : rounded);
}

/// The source's table: returns d, log2 of the delay factor of an expected weight: from 4 for weights above 8 to 8 for
/// weight 1.
constexpr std::uint32_t delay_shift(std::uint32_t expected) {
  if (expected <= 1) return 8;
  if (expected == 2) return 7;
  if (expected <= 4) return 6;
  if (expected <= 8) return 5;
  return 4;
}

/// Parameters of the rule. The source gives the delay factors as an example, and the sum in two forms.
struct WeightRule {
  /// log2 of the delay factor for expected weights of 1, 2, 3 and 4, 5 to 8, and above 8; 0..8.
  std::array<std::uint32_t, 5> shifts = {8, 7, 6, 5, 4};
  bool over_jobs = false;  ///< T is the sum over the jobs of the class that are to be picked, not over its tasks

  [[nodiscard]] bool is_usual() const { return shifts == WeightRule().shifts && !over_jobs; }
  [[nodiscard]] std::uint32_t shift(std::uint32_t expected) const { return shifts[8 - delay_shift(expected)]; }
};
/// Its keys, `dispatcher.picker.weight_delay`.
OwnKeyList weight_rule_keys();
/// Returns the rule of the picker's own keys.
WeightRule weight_rule(const PickerConfig& config);

std::unique_ptr<Picker> make_plain_weight_delay(const PickerConfig& config);

/// Whether make_keyed_weight_delay() supports the configuration: the usual rule, tie by expected weight; target weight,
/// tie and entry number fit into 32 bits.
bool fits_one_key(const PickerConfig& config);
/// Vector instructions: those of every machine of the architecture, or the best of this machine.
enum class Vectors { baseline, widest };
std::unique_ptr<Picker> make_keyed_weight_delay(const PickerConfig& config, Vectors vectors = Vectors::widest);

}  // namespace scheduler
}  // namespace gantry
