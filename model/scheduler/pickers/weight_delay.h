// SPDX-License-Identifier: Apache-2.0
// weight_delay: the source's picker (004 [0061]-[0070], [0104]-[0131]; docs/picker.md has the numbers). The entry with
// the largest target weight wins; ties go to the larger expected weight (or, by configuration, the smaller history),
// then to the lower class, then to the lower entry.
//
// Two implementations with the same answers: the plain one states the rule for every configuration; the keyed one puts
// the whole order of an entry into one 32-bit number, so that a round is one maximum over an array.
#pragma once

#include <cstdint>
#include <memory>

#include "gantry/scheduler/picker.h"

namespace gantry {
inline namespace scheduler {

inline constexpr std::uint32_t kFullWeight = 256;

/// W = clamp((256 S + T/2) / T, 1, 256), T = sum of S over the class.
constexpr std::uint32_t expected_weight(std::uint64_t weight, std::uint64_t sum) {
  const std::uint64_t rounded = (kFullWeight * weight + sum / 2) / sum;
  return static_cast<std::uint32_t>(rounded < 1 ? 1 : rounded > kFullWeight ? kFullWeight : rounded);
}

/// d = log2 of the delay factor of an expected weight.
constexpr std::uint32_t delay_shift(std::uint32_t expected) {
  if (expected <= 1) return 8;
  if (expected == 2) return 7;
  if (expected <= 4) return 6;
  if (expected <= 8) return 5;
  return 4;
}

std::unique_ptr<Picker> make_plain_weight_delay(const PickerConfig& config);

/// Whether make_keyed_weight_delay can serve the configuration: tie by expected weight, and target weight, tie and
/// entry number fit 32 bits together.
bool fits_one_key(const PickerConfig& config);
/// Vector instructions: those that every machine of the architecture has, or the best of the machine it runs on.
enum class Vectors { baseline, widest };
std::unique_ptr<Picker> make_keyed_weight_delay(const PickerConfig& config, Vectors vectors = Vectors::widest);

}  // namespace scheduler
}  // namespace gantry
