// SPDX-License-Identifier: Apache-2.0
// Coverage of corners by name: how often each was reached, and which of them the parameters make impossible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace gantry::campaign {

class CornerCounts {
 public:
  /// Number of corners that are possible and were not reached.
  [[nodiscard]] std::vector<std::string> missing() const;
  /// Returns a line per corner: its count, or - if it is impossible.
  void print(std::ostream& out) const;
  /// Adds the counts of another object with the same corners.
  void merge(const CornerCounts& other);

 protected:
  struct Corner {
    const char* name = "";
    std::uint64_t count = 0;
    bool possible = true;
  };
  explicit CornerCounts(std::vector<Corner> corners) : corners_(std::move(corners)) {}
  void hit(std::size_t corner) { ++corners_[corner].count; }

  std::vector<Corner> corners_;
};

}  // namespace gantry::campaign
