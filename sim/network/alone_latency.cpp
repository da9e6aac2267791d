// SPDX-License-Identifier: Apache-2.0
#include "network/alone_latency.h"

#include "gantry/network/link_shape.h"
#include "gantry/network/lone_packet.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostSteps = 1'000'000'000;  ///< of flits through buffers: some seconds

/// A packet sets out in the cycle in which it is created, one before it could be handed over.
double cycles_on(const LonePath& path, const PacketLengths& lengths) {
  double behind = 0.0;
  for (const PacketLength& length : lengths) {
    behind += length.share * static_cast<double>(path.last_flit_after(length.flits));
  }
  return static_cast<double>(path.first_flit() - 1) + behind;
}

}  // namespace

bool has_even_links(const InterconnectConfig& config, const Topology& topology) {
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p) {
      const LinkTimes link = link_times(config, topology, r, p);
      if (link.cycles != config.link_cycles || link.flit_cycles != 1) return false;
    }
  }
  return true;
}

double alone_on_even_links(const InterconnectConfig& config, double hops, const PacketLengths& lengths) {
  const Cycle per_link = first_flit_cycles(config, 1) - first_flit_cycles(config, 0);
  return cycles_on(LonePath(config), lengths) + hops * static_cast<double>(per_link);
}

void AloneSum::add(const std::vector<double>& flow, std::uint32_t end) {
  const Topology& topology = routing_.topology();
  std::uint64_t flits = 0;
  for (const PacketLength& length : lengths_) flits += length.flits;
  for (std::uint32_t order = 0; order < routing_.orders(); ++order) {
    for (std::uint32_t from = 0; from < flow.size(); ++from) {
      if (flow[from] == 0.0 || steps_ > kMostSteps) continue;
      LonePath path(config_);
      for (std::uint32_t r = from; r != end;) {
        const std::uint32_t port = routing_.next_port(order, r, end);
        path.add(link_times(config_, topology, r, port));
        r = topology.neighbour(r, port).router;
        steps_ += flits;
      }
      const double share = flow[from] / routing_.orders();
      packets_ += share;
      cycles_ += share * cycles_on(path, lengths_);
    }
  }
}

std::optional<double> AloneSum::mean() const {
  if (routing_.has_detour() || routing_.choice() != PortChoice::none) return std::nullopt;
  if (steps_ > kMostSteps || packets_ == 0.0) return std::nullopt;
  return cycles_ / packets_;
}

}  // namespace gantry
