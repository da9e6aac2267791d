// SPDX-License-Identifier: Apache-2.0
#include "cost/cost_units.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace gantry {

const std::vector<UnitName>& unit_names() {
  static const std::vector<UnitName> names = {
      {"um2", "um2", 1.0},     {"mm2", "um2", 1e6}, {"fJ", "pJ", 1e-3}, {"pJ", "pJ", 1.0},
      {"nJ", "pJ", 1e3},       {"nW", "mW", 1e-6},  {"uW", "mW", 1e-3}, {"mW", "mW", 1.0},
      {"W", "mW", 1e3},        {"um", "mm", 1e-3},  {"mm", "mm", 1.0},  {"GE", "GE", 1.0},
      {"ratio", "ratio", 1.0}, {"MB", "GB", 1e-3},  {"GB", "GB", 1.0},  {"TB", "GB", 1e3}};
  return names;
}

std::vector<std::string> units_of(std::string_view unit) {
  const std::size_t slash = std::min(unit.find('/'), unit.size());
  std::vector<std::string> all;
  for (const UnitName& name : unit_names()) {
    if (name.of == unit.substr(0, slash)) all.push_back(std::string(name.unit) + std::string(unit.substr(slash)));
  }
  return all;
}

double unit_factor(std::string_view given, std::string_view unit) {
  const std::size_t slash = std::min(unit.find('/'), unit.size());
  for (const UnitName& name : unit_names()) {
    if (name.of == unit.substr(0, slash) && given == std::string(name.unit) + std::string(unit.substr(slash)))
      return name.factor;
  }
  return 0.0;
}

std::string plain_number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

}  // namespace gantry
