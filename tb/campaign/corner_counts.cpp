// SPDX-License-Identifier: Apache-2.0
#include "campaign/corner_counts.h"

#include <iomanip>
#include <ostream>

namespace gantry::campaign {

std::vector<std::string> CornerCounts::missing() const {
  std::vector<std::string> names;
  for (const Corner& corner : corners_) {
    if (corner.possible && corner.count == 0) names.emplace_back(corner.name);
  }
  return names;
}

void CornerCounts::print(std::ostream& out) const {
  for (const Corner& corner : corners_) {
    out << "  " << std::setw(12);
    if (corner.possible) {
      out << corner.count;
    } else {
      out << "-";
    }
    out << "  " << corner.name << '\n';
  }
}

void CornerCounts::merge(const CornerCounts& other) {
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    corners_[i].count += other.corners_[i].count;
    corners_[i].possible = corners_[i].possible || other.corners_[i].possible;
  }
}

}  // namespace gantry::campaign
