// SPDX-License-Identifier: Apache-2.0
// When a percentile rests on too few instances (docs/exploration.md, "How many seeds"), and how tables mark it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace gantry {

/// Instances beyond a percentile, on average, that make it more than what one slow instance had.
inline constexpr std::uint64_t kFewestBeyond = 10;

/// Returns the fewest instances for a percentile (1..99) without a mark: 200 for the 95th, 1,000 for the 99th.
constexpr std::uint64_t instances_for(std::uint64_t percent) { return kFewestBeyond * 100 / (100 - percent); }

/// A median is never marked.
constexpr bool rests_on_few(std::uint64_t percent, std::uint64_t instances) {
  return percent > 50 && instances < instances_for(percent);
}

/// Marks the text of a percentile that rests on too few instances.
inline std::string marked_percentile(std::string text, std::uint64_t percent, std::uint64_t instances) {
  return rests_on_few(percent, instances) ? std::move(text) + '*' : text;
}

/// A line below a table with marks.
inline constexpr const char* kFewInstancesNote =
    "  * of too few instances: p95 needs 200, p99 1,000 (docs/exploration.md)\n";

}  // namespace gantry
