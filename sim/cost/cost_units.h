// SPDX-License-Identifier: Apache-2.0
// Units in which a figure may be given, and limits of its node and range.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry {

inline constexpr double kLeastNode = 1.0;  ///< smallest process node, in nm, of a figure that is not scaled
inline constexpr double kMostNode = 1000.0;
inline constexpr double kMostOff = 1000.0;     ///< largest factor of a range
inline constexpr double kLeastChannel = 1e-3;  ///< slowest channel of global memory, in GB/s
inline constexpr double kMostChannel = 1e5;
inline constexpr std::uint64_t kLeastOnChip = 1024;  ///< smallest global memory on the chip, in bytes
inline constexpr std::uint64_t kMostOnChip = std::uint64_t{1} << 40;

struct UnitName {
  std::string_view unit;
  std::string_view of;
  double factor = 1.0;  ///< multiplier from this unit to `of`
};
const std::vector<UnitName>& unit_names();

/// All accepted units for a figure in `unit`; of `pJ/byte` also `fJ/byte`.
std::vector<std::string> units_of(std::string_view unit);
/// Returns the multiplier from `given` to `unit`; 0: `given` is not one of units_of().
double unit_factor(std::string_view given, std::string_view unit);

/// Returns the shortest text that reads back as this number.
std::string plain_number(double value);

}  // namespace gantry
