// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/link_history.h"

namespace gantry {
inline namespace network {

void LinkHistory::note(Cycle now, const std::vector<std::uint64_t>& flits) {
  for (; due_ <= now; due_ = (marks_.size() + 1) * interval_) {
    marks_.push_back(flits);
    if (marks_.size() < kMost) continue;
    interval_ *= 2;
    for (std::size_t i = 0; i < kMost / 2; ++i) marks_[i] = std::move(marks_[2 * i + 1]);
    marks_.resize(kMost / 2);
  }
}

std::vector<std::vector<std::uint64_t>> LinkHistory::intervals(const std::vector<std::uint64_t>& flits) const {
  std::vector<std::vector<std::uint64_t>> carried = marks_;
  carried.push_back(flits);
  for (std::size_t i = carried.size() - 1; i > 0; --i) {
    for (std::size_t link = 0; link < flits.size(); ++link) carried[i][link] -= carried[i - 1][link];
  }
  return carried;
}

}  // namespace network
}  // namespace gantry
