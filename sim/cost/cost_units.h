// SPDX-License-Identifier: Apache-2.0
// In which units a figure may be given, and limits of what is said beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gantry {

inline constexpr double kLeastNode = 1.0;  ///< of what is not scaled
inline constexpr double kMostNode = 1000.0;
inline constexpr double kMostOff = 1000.0;  ///< of a range

struct UnitName {
  std::string_view unit;
  std::string_view of;
  double factor = 1.0;  ///< towards `of`
};
const std::vector<UnitName>& unit_names();

/// All ways to say `unit`: of `pJ/byte` also `fJ/byte`.
std::vector<std::string> units_of(std::string_view unit);
/// What a value in `given` is multiplied by to be one in `unit`; 0: it is none of units_of().
double unit_factor(std::string_view given, std::string_view unit);

/// The shortest text that is this number.
std::string plain_number(double value);

}  // namespace gantry
