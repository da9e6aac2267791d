// SPDX-License-Identifier: Apache-2.0
// hotspot: some nodes receive shares of all packets; the rest is uniform.
#include <algorithm>
#include <cstddef>

#include "gantry/network/pattern.h"

namespace gantry {
inline namespace network {

namespace {

constexpr PatternKey kHotspot{
    {"hotspot",
     0,
     {},
     "",
     "this share of all packets (above 0; all of them at most 1) goes to `node`, the rest is uniform"},
    PatternKey::Kind::shares};

class Hotspot final : public Pattern {
 public:
  Hotspot(const std::vector<NodeShare>& hot, std::uint32_t nodes) : nodes_(nodes), extra_(nodes, 0) {
    for (const NodeShare& one : hot) {
      all_hot_ += one.millionths;
      hot_.push_back(one.node);
      up_to_.push_back(all_hot_);
      extra_[one.node] += one.millionths;
    }
  }

  [[nodiscard]] std::uint32_t draw(std::uint32_t /*from*/, RandomBits& bits) const override {
    const std::uint64_t number = random_below(bits, kMillion);
    if (number >= all_hot_) return static_cast<std::uint32_t>(random_below(bits, nodes_));
    const auto first_above = std::upper_bound(up_to_.begin(), up_to_.end(), number);
    return hot_[static_cast<std::size_t>(first_above - up_to_.begin())];
  }
  [[nodiscard]] PatternShare share(std::uint32_t /*from*/, std::uint32_t to) const override {
    return {extra_[to] * nodes_ + (kMillion - all_hot_), kMillion * nodes_};
  }

 private:
  std::uint32_t nodes_;
  std::uint64_t all_hot_ = 0;
  std::vector<std::uint32_t> hot_;
  std::vector<std::uint64_t> up_to_;  ///< cumulated shares of hot_
  std::vector<std::uint64_t> extra_;  ///< share by node
};

}  // namespace

void add_hotspot(PatternCatalogue& patterns) {
  patterns.add("hotspot", "shares of all packets to some nodes, the rest to any",
               [](const PatternValues& own, const NodeGrid& grid) {
                 return std::make_unique<Hotspot>(own.shares_of(kHotspot), grid.nodes());
               },
               {kHotspot});
}

}  // namespace network
}  // namespace gantry
