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

/// Of packets that are alone, from being created: exact for the mean of their links, since every link adds the same.
double alone_cycles(const InterconnectConfig& config, double hops, std::uint64_t flits) {
  const Cycle here = first_flit_cycles(config, 0);
  const Cycle per_link = first_flit_cycles(config, 1) - here;
  // A packet sets out in the cycle in which it is created.
  return static_cast<double>(here - 1 + last_flit_after(config, flits)) + hops * static_cast<double>(per_link);
}

/// The same on average over the lengths of the packets that nodes create.
double zero_load_of(const NetworkExperiment& experiment, double hops) {
  const auto cycles = [&](std::uint64_t flits) { return alone_cycles(experiment.interconnect, hops, flits); };
  const TrafficSpec& traffic = experiment.traffic;
  if (traffic.lengths.empty()) return cycles(traffic.packet_flits);
  double sum = 0.0;
  for (const LengthShare& length : traffic.lengths) {
    sum += cycles(length.flits) * static_cast<double>(length.millionths);
  }
  return sum / kMillion;
}

}  // namespace

std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment) {
  const TrafficSpec& traffic = experiment.traffic;
  if (traffic.is_trace()) return std::nullopt;
  const auto topology = make_topology(experiment);
  const auto pattern = builtin_patterns().find(traffic.pattern)->make(traffic.own, experiment.grid);
  const std::uint32_t nodes = experiment.grid.nodes();
  // Of the flits that come of a packet, its own and its reply's.
  const double requests = traffic.mean_flits() / traffic.flits_with_reply();
  const double replies = static_cast<double>(traffic.reply.flits) / traffic.flits_with_reply();
  std::vector<double> exits(nodes, 0.0);  // packets for a node, when each node creates one
  LinkLoads loads(*topology);
  // All packets for one router at a time, since their ways join and never part.
  std::vector<std::vector<std::uint32_t>> nodes_of(topology->routers());
  for (std::uint32_t node = 0; node < nodes; ++node) nodes_of[topology->router_of(node)].push_back(node);
  std::vector<double> entering(topology->routers());
  double hops = 0.0;
  double hops_back = 0.0;
  for (std::uint32_t end = 0; end < topology->routers(); ++end) {
    if (nodes_of[end].empty()) continue;
    std::fill(entering.begin(), entering.end(), 0.0);
    for (const std::uint32_t to : nodes_of[end]) {
      for (std::uint32_t from = 0; from < nodes; ++from) {
        const double share = pattern->share(from, to);
        exits[to] += share;
        entering[topology->router_of(from)] += share * requests;
      }
    }
    hops += loads.add(entering, end);
    if (!traffic.reply.any()) continue;
    std::fill(entering.begin(), entering.end(), 0.0);
    for (const std::uint32_t asked_by : nodes_of[end]) {
      for (std::uint32_t node = 0; node < nodes; ++node) {
        entering[topology->router_of(node)] += pattern->share(asked_by, node) * replies;
      }
    }
    hops_back += loads.add(entering, end);
  }
  double most = 1.0;  // a source sends one flit a cycle
  most = std::max(most, loads.most());
  for (const double asked : exits) {
    most = std::max(most, asked * requests + replies);  // into the node
    most = std::max(most, requests + asked * replies);  // out of it
  }
  NetworkBounds bounds;
  bounds.throughput = 1.0 / most;
  bounds.hops = hops / requests / nodes;
  bounds.zero_load = zero_load_of(experiment, bounds.hops);
  if (!traffic.reply.any()) return bounds;
  hops_back = hops_back / replies / nodes;
  const double back = alone_cycles(experiment.interconnect, hops_back, traffic.reply.flits);
  bounds.round_trip = bounds.zero_load + static_cast<double>(traffic.reply.cycles) + back;
  bounds.hops = (bounds.hops + hops_back) / 2;
  bounds.zero_load = (bounds.zero_load + back) / 2;
  return bounds;
}

}  // namespace gantry
