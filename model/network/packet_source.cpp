// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/packet_source.h"

namespace gantry {
inline namespace network {

CoinIntervals::CoinIntervals(std::uint64_t millionths) {
  if (millionths == kMillion) return;
  // -ln(1 - p) = 2 artanh(p / (2 - p)), by its series: only operations that are the same on every machine.
  const double chance = static_cast<double>(millionths) / kMillion;
  const double z = chance / (2.0 - chance);
  double power = z;
  double sum = 0.0;
  for (double n = 1.0; power / n > 1e-20; n += 2.0, power *= z * z) sum += power / n;
  decay_ = static_cast<std::uint64_t>(2.0 * sum * static_cast<double>(std::uint64_t{1} << kExponentialBits));
}

Cycle CoinIntervals::draw(RandomBits& bits) const { return decay_ == 0 ? 1 : 1 + random_exponential(bits) / decay_; }

PacketSource::PacketSource(const TrafficSpec& spec, const NodeGrid& grid, std::uint64_t rate, std::uint64_t seed,
                           std::uint64_t first_stream)
    : flits_(spec.packet_flits), intervals_(rate), destinations_(spec, grid) {
  if (spec.pattern == TrafficPattern::trace) {
    left_.resize(grid.nodes());
    for (auto packet = spec.trace.rbegin(); packet != spec.trace.rend(); ++packet)
      left_[packet->from].push_back(*packet);
    return;
  }
  nodes_.reserve(grid.nodes());
  for (std::uint32_t node = 0; node < grid.nodes(); ++node)
    nodes_.push_back({RandomBits(seed, first_stream + node), 0});
}

bool PacketSource::next(std::uint32_t node, SyntheticPacket& packet) {
  if (nodes_.empty()) return next_of_trace(node, packet);
  Node& at = nodes_[node];
  at.last += intervals_.draw(at.bits);
  packet = {at.last, node, destinations_.draw(node, at.bits), flits_};
  return true;
}

bool PacketSource::next_of_trace(std::uint32_t node, SyntheticPacket& packet) {
  if (left_[node].empty()) return false;
  packet = left_[node].back();
  left_[node].pop_back();
  return true;
}

}  // namespace network
}  // namespace gantry
