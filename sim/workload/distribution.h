// SPDX-License-Identifier: Apache-2.0
// Distributions from which a generated stream draws its numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/random.h"

namespace gantry {

inline namespace base {
class Diagnostics;
}  // namespace base
struct YamlNode;

/// A distribution of whole numbers. The caller knows the unit.
struct Distribution {
  enum class Kind : std::uint8_t { constant, exponential, uniform };

  Kind kind = Kind::constant;
  std::uint64_t low = 0;   ///< the constant, the mean (up to 2^62), or the minimum
  std::uint64_t high = 0;  ///< uniform: the maximum; else equal to `low`

  static Distribution constant(std::uint64_t value) { return {Kind::constant, value, value}; }

  /// Draws a number. Exponential values are rounded to the nearest and limited to `most`.
  std::uint64_t draw(RandomBits& bits, std::uint64_t most) const;
  /// Whether two draws may differ.
  [[nodiscard]] bool random() const {
    return kind == Kind::uniform ? low < high : kind == Kind::exponential && low > 0;
  }
  /// The maximum; of an exponential distribution the mean.
  [[nodiscard]] std::uint64_t typical() const { return high; }
};

/// Reads a number (constant), or a map with one of `constant`, `exponential` (its mean) and `uniform` ([minimum,
/// maximum]). `fraction_digits` 6: decimals, stored in millionths; 0: whole numbers. `most`: largest value, in the
/// file's unit.
bool read_distribution(const YamlNode& node, const std::string& path, int fraction_digits, std::uint64_t most,
                       Distribution& to, Diagnostics& diagnostics);

/// Values with probabilities.
template <class T>
struct Mix {
  std::vector<T> values;
  std::vector<std::uint64_t> up_to;  ///< cumulative sums of the shares

  static Mix only(T value) { return {{value}, {1}}; }

  void add(T value, std::uint64_t share) {
    values.push_back(value);
    up_to.push_back((up_to.empty() ? 0 : up_to.back()) + share);
  }
  [[nodiscard]] T draw(RandomBits& bits) const {
    if (values.size() == 1) return values[0];
    const std::uint64_t at = random_below(bits, up_to.back());
    return values[static_cast<std::size_t>(std::upper_bound(up_to.begin(), up_to.end(), at) - up_to.begin())];
  }
};

}  // namespace gantry
