// SPDX-License-Identifier: Apache-2.0
#include "network/alone_latency.h"

#include <algorithm>

#include "gantry/network/lone_packet.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostSteps = 300'000'000;  ///< of flits through buffers: a second or two

/// A packet sets out in the cycle in which it is created, one before it could be handed over.
Precise cycles_on(const LonePath& path, const PacketLengths& lengths) {
  Uint128 behind = 0;
  for (const PacketLength& length : lengths) behind += Uint128{length.trillionths} * path.last_flit_after(length.flits);
  return static_cast<Precise>(path.first_flit() - 1) + static_cast<Precise>(behind) / static_cast<Precise>(kTrillion);
}

}  // namespace

PacketLengths lengths_of(const TrafficSpec& traffic) {
  const std::uint64_t ordinary = kMillion - traffic.urgent.share;
  PacketLengths lengths;
  if (traffic.lengths.empty()) lengths.push_back({traffic.packet_flits, kMillion * ordinary});
  for (const LengthShare& length : traffic.lengths) lengths.push_back({length.flits, length.millionths * ordinary});
  if (traffic.urgent.any()) lengths.push_back({traffic.urgent.flits, kMillion * traffic.urgent.share});
  return lengths;
}

AloneLatency::AloneLatency(const InterconnectConfig& config, const Routing& routing, PacketLengths lengths)
    : config_(config), routing_(routing), lengths_(std::move(lengths)), slowest_{config.link_cycles, 1} {
  for (const PacketLength& length : lengths_) flits_ += length.flits;
  const Topology& topology = routing.topology();
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
      const LinkTimes link = link_times(config, topology, r, p);
      even_ = even_ && link.cycles == config.link_cycles && link.flit_cycles == 1;
      slowest_.cycles = std::max(slowest_.cycles, link.cycles);
      slowest_.flit_cycles = std::max(slowest_.flit_cycles, link.flit_cycles);
    }
  }
}

void AloneLatency::add(const std::vector<Uint128>& flow, std::uint32_t end) {
  if (even_ || !is_told() || steps_ > kMostSteps) return;
  const std::uint64_t before = steps_;
  for (std::uint32_t order = 0; order < routing_.orders(); ++order) add_paths(order, flow, end);
  // It will be about as much for each other router: better to know now.
  if ((steps_ - before) > kMostSteps / routing_.topology().routers()) steps_ = kMostSteps + 1;
}

void AloneLatency::add_paths(std::uint32_t order, const std::vector<Uint128>& flow, std::uint32_t end) {
  const Topology& topology = routing_.topology();
  for (std::uint32_t from = 0; from < flow.size() && steps_ <= kMostSteps; ++from) {
    if (flow[from] == 0) continue;
    LonePath path(config_);
    for (std::uint32_t r = from; r != end;) {
      const std::uint32_t port = routing_.next_port(order, r, end);
      path.add(link_times(config_, topology, r, port));
      r = topology.neighbour(r, port).router;
      steps_ += flits_;
    }
    if (steps_ > kMostSteps) return;
    const auto share = static_cast<Precise>(flow[from]);  // of every order
    packets_ += share;
    cycles_ += share * cycles_on(path, lengths_);
  }
}

bool AloneLatency::is_told() const { return !routing_.has_detour() && routing_.choice() == PortChoice::none; }

std::optional<Precise> AloneLatency::mean(Precise hops) const {
  if (even_) {
    // Every link adds the same.
    const auto per_link = static_cast<Precise>(link_head_cycles(config_, slowest_));
    return cycles_on(LonePath(config_), lengths_) + hops * per_link;
  }
  if (!is_told() || steps_ > kMostSteps || packets_ == 0) return std::nullopt;
  return cycles_ / packets_;
}

double AloneLatency::about(Precise hops) const {
  if (const std::optional<Precise> exact = mean(hops)) return static_cast<double>(*exact);
  LonePath path(config_);
  for (Precise links = 0; links < hops; links += 1) path.add(slowest_);
  return static_cast<double>(cycles_on(path, lengths_));
}

}  // namespace gantry
