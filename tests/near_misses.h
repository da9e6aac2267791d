// SPDX-License-Identifier: Apache-2.0
// Numbers of a document that miss a quotient of small integers by a rounding error. Such a number was rounded more than
// once: 0.7692307692307688 is not the double nearest to 10/13. A number that is no such quotient is as close to one by
// chance once in some ten million times.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gantry {

/// Returns "p/q" for the quotient of which `value` is not the nearest double, though within 10^-12 of it; empty: none.
inline std::string missed_quotient(double value) {
  constexpr double kClose = 1e-12;
  constexpr double kLargest = 1e5;  // of both parts
  // Convergents of the continued fraction: every quotient as close as this is one of them.
  double rest = std::abs(value);
  double p[2] = {1.0, 0.0};
  double q[2] = {0.0, 1.0};
  for (int term = 0; term < 20; ++term) {
    const double whole = std::floor(rest);
    const double next_p = whole * p[0] + p[1];
    const double next_q = whole * q[0] + q[1];
    if (next_q > 1000.0 || next_p > kLargest) return "";
    p[1] = p[0];
    q[1] = q[0];
    p[0] = next_p;
    q[0] = next_q;
    const double nearest = p[0] / q[0];
    if (nearest == std::abs(value)) return "";
    if (p[0] > 0.0 && std::abs(nearest - std::abs(value)) <= kClose * nearest)
      return std::to_string(static_cast<std::uint64_t>(p[0])) + "/" + std::to_string(static_cast<std::uint64_t>(q[0]));
    if (rest == whole) return "";
    rest = 1.0 / (rest - whole);
  }
  return "";
}

/// Adds a line for every near miss in the document.
inline void find_near_misses(const nlohmann::json& document, const std::string& path, std::vector<std::string>& found) {
  if (document.is_structured()) {
    for (const auto& [key, value] : document.items()) find_near_misses(value, path + "/" + key, found);
  } else if (document.is_number_float()) {
    const std::string missed = missed_quotient(document.get<double>());
    if (!missed.empty()) found.push_back(path + " is " + document.dump() + ", near " + missed);
  }
}

inline std::vector<std::string> near_misses(const std::string& json) {
  std::vector<std::string> found;
  find_near_misses(nlohmann::json::parse(json), "", found);
  return found;
}

}  // namespace gantry
