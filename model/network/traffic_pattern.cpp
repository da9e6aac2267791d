// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/traffic_pattern.h"

namespace gantry {
inline namespace network {

Destinations::Destinations(const TrafficSpec& spec, const NodeGrid& grid)
    : pattern_(spec.pattern),
      self_(spec.self),
      hotspot_(spec.hotspot),
      hotspot_millionths_(spec.hotspot_millionths),
      grid_(grid) {}

/// Of the patterns in which a node has one destination.
std::uint32_t Destinations::fixed(std::uint32_t from) const {
  const auto [columns, rows] = grid_;
  const std::uint32_t x = from % columns;
  const std::uint32_t y = from / columns;
  switch (pattern_) {
    case TrafficPattern::transpose:
      return x * columns + y;
    case TrafficPattern::bit_complement:
      return nodes() - 1 - from;
    case TrafficPattern::tornado:
      return (y + (rows + 1) / 2 - 1) % rows * columns + (x + (columns + 1) / 2 - 1) % columns;
    default:
      return (y + 1) % rows * columns + (x + 1) % columns;
  }
}

std::uint32_t Destinations::draw(std::uint32_t from, RandomBits& bits) const {
  const auto any = [&](std::uint32_t count) { return static_cast<std::uint32_t>(random_below(bits, count)); };
  if (pattern_ == TrafficPattern::hotspot) {
    return random_below(bits, kMillion) < hotspot_millionths_ ? hotspot_ : any(nodes());
  }
  if (pattern_ != TrafficPattern::uniform) return fixed(from);
  if (self_) return any(nodes());
  const std::uint32_t other = any(nodes() - 1);
  return other < from ? other : other + 1;
}

double Destinations::share(std::uint32_t from, std::uint32_t to) const {
  const double all = nodes();
  if (pattern_ == TrafficPattern::hotspot) {
    const double hot = static_cast<double>(hotspot_millionths_) / kMillion;
    return (to == hotspot_ ? hot : 0.0) + (1.0 - hot) / all;
  }
  if (pattern_ != TrafficPattern::uniform) return to == fixed(from) ? 1.0 : 0.0;
  if (self_) return 1.0 / all;
  return to == from ? 0.0 : 1.0 / (all - 1.0);
}

}  // namespace network
}  // namespace gantry
