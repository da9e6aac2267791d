// SPDX-License-Identifier: Apache-2.0
#include "network/network_bounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gantry/network/lone_packet.h"
#include "gantry/network/topology.h"
#include "network/network_bench.h"

namespace gantry {
namespace {

/// Flits per cycle and link, exactly, of packets that follow the topology's routes.
class LinkLoads {
 public:
  explicit LinkLoads(const Topology& topology) : topology_(topology), first_(topology.routers() + 1, 0) {
    for (std::uint32_t r = 0; r < topology.routers(); ++r) first_[r + 1] = first_[r] + topology.ports(r);
    loads_.assign(first_.back(), 0.0);
  }

  /// Adds what enters at every router for the router `end`; returns the hops of all that.
  double add(std::vector<double> flow, std::uint32_t end) {
    const std::uint32_t routers = topology_.routers();
    next_.assign(routers, end);
    ports_.assign(routers, 0);
    hops_.assign(routers, kNone);
    hops_[end] = 0;
    std::vector<std::vector<std::uint32_t>> by_hops;
    std::vector<std::uint32_t> way;
    for (std::uint32_t start = 0; start < routers; ++start) {
      for (std::uint32_t r = start; hops_[r] == kNone; r = next_[r]) {
        ports_[r] = topology_.next_port(r, end);
        next_[r] = topology_.neighbour(r, ports_[r]).router;
        way.push_back(r);
      }
      for (; !way.empty(); way.pop_back()) {
        const std::uint32_t r = way.back();
        hops_[r] = hops_[next_[r]] + 1;
        if (by_hops.size() < hops_[r]) by_hops.resize(hops_[r]);
        by_hops[hops_[r] - 1].push_back(r);
      }
    }
    double sum = 0.0;
    for (std::size_t far = by_hops.size(); far-- > 0;) {
      for (const std::uint32_t r : by_hops[far]) {
        loads_[first_[r] + ports_[r]] += flow[r];
        flow[next_[r]] += flow[r];
        sum += flow[r];
      }
    }
    return sum;
  }

  [[nodiscard]] double most() const { return loads_.empty() ? 0.0 : *std::max_element(loads_.begin(), loads_.end()); }

 private:
  const Topology& topology_;
  std::vector<std::uint32_t> first_;
  std::vector<double> loads_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> ports_;
  std::vector<std::uint32_t> hops_;
};

}  // namespace

std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment) {
  if (experiment.traffic.pattern == TrafficPattern::trace) return std::nullopt;
  const auto topology = make_topology(experiment);
  const Destinations destinations(experiment.traffic, experiment.grid);
  const std::uint32_t nodes = destinations.nodes();
  std::vector<double> exits(nodes, 0.0);
  LinkLoads loads(*topology);
  // All packets for one router at a time, since their ways join and never part.
  std::vector<std::vector<std::uint32_t>> nodes_of(topology->routers());
  for (std::uint32_t node = 0; node < nodes; ++node) nodes_of[topology->router_of(node)].push_back(node);
  std::vector<double> entering(topology->routers());
  double hops = 0.0;
  for (std::uint32_t end = 0; end < topology->routers(); ++end) {
    std::fill(entering.begin(), entering.end(), 0.0);
    for (const std::uint32_t to : nodes_of[end]) {
      for (std::uint32_t from = 0; from < nodes; ++from) {
        const double share = destinations.share(from, to);
        exits[to] += share;
        entering[topology->router_of(from)] += share;
      }
    }
    if (!nodes_of[end].empty()) hops += loads.add(entering, end);
  }
  double most = 1.0;  // a source sends one flit a cycle
  most = std::max(most, loads.most());
  for (const double load : exits) most = std::max(most, load);
  NetworkBounds bounds;
  bounds.throughput = 1.0 / most;
  bounds.hops = hops / nodes;
  // Of the mean way, since every link adds the same. A packet sets out in the cycle in which it is created.
  const Cycle here = first_flit_cycles(experiment.interconnect, 0);
  const Cycle per_link = first_flit_cycles(experiment.interconnect, 1) - here;
  const Cycle behind = last_flit_after(experiment.interconnect, experiment.traffic.packet_flits);
  bounds.zero_load = static_cast<double>(here - 1 + behind) + bounds.hops * static_cast<double>(per_link);
  return bounds;
}

}  // namespace gantry
