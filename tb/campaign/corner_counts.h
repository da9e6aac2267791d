// SPDX-License-Identifier: Apache-2.0
// Corners of a campaign by name: how often each was met, and which of them the parameters rule out.
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
  /// Possible, and not met.
  [[nodiscard]] std::vector<std::string> missing() const;
  /// One line per corner: its count, or - if it cannot be.
  void print(std::ostream& out) const;
  /// Adds what another one of the same corners counted.
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
