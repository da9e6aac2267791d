// SPDX-License-Identifier: Apache-2.0
#include "network/network_bounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "network/alone_latency.h"
#include "network/network_bench.h"

namespace gantry {
namespace {

/// Exact share of time that each link is busy, for routes that do not depend on the traffic.
class LinkLoads {
 public:
  LinkLoads(const InterconnectConfig& config, const Routing& routing)
      : routing_(routing), topology_(routing.topology()), first_(topology_.routers() + 1, 0) {
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
      first_[r + 1] = first_[r] + topology_.ports(r);
      for (std::uint32_t p = 0; p < topology_.ports(r); ++p) {
        flit_cycles_.push_back(link_times(config, topology_, r, p).flit_cycles);
      }
    }
    loads_.assign(first_.back(), 0.0);
  }

  /// Adds the traffic from each router to the router `end`. Returns its hops.
  double add(const std::vector<double>& flow, std::uint32_t end) {
    const std::vector<std::uint64_t> ports = routing_.ports_towards(end);
    double sum = 0.0;
    for (std::uint32_t order = 0; order < routing_.orders(); ++order) {
      std::vector<double> part = flow;
      for (double& one : part) one /= routing_.orders();
      sum += add(order, part, end, ports);
    }
    return sum;
  }

  [[nodiscard]] double most() const { return loads_.empty() ? 0.0 : *std::max_element(loads_.begin(), loads_.end()); }

 private:
  double add(std::uint32_t order, std::vector<double>& flow, std::uint32_t end,
             const std::vector<std::uint64_t>& choices) {
    const std::uint32_t routers = topology_.routers();
    next_.assign(routers, end);
    ports_.assign(routers, 0);
    hops_.assign(routers, kNone);
    hops_[end] = 0;
    std::vector<std::vector<std::uint32_t>> by_hops;
    std::vector<std::uint32_t> way;
    for (std::uint32_t start = 0; start < routers; ++start) {
      for (std::uint32_t r = start; hops_[r] == kNone; r = next_[r]) {
        ports_[r] = routing_.next_port(order, r, end);
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
        sum += flow[r];
        if (choices.empty()) {
          load(first_[r] + ports_[r], flow[r]);
          flow[next_[r]] += flow[r];
          continue;
        }
        const double share = flow[r] / count_bits(choices[r]);
        for (std::uint64_t left = choices[r]; left != 0; left &= left - 1) {
          const std::uint32_t port = lowest_bit(left);
          load(first_[r] + port, share);
          flow[topology_.neighbour(r, port).router] += share;
        }
      }
    }
    return sum;
  }

  void load(std::uint32_t link, double flits) { loads_[link] += flits * flit_cycles_[link]; }

  const Routing& routing_;
  const Topology& topology_;
  std::vector<std::uint32_t> first_;
  std::vector<double> flit_cycles_;  ///< by link
  std::vector<double> loads_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> ports_;
  std::vector<std::uint32_t> hops_;
};

/// Upper bound for any routing: every flit needs the links of a shortest route, and traffic across a cut uses the links
/// that cross it. Cuts are those between routers of lower and of higher numbers, and around each router.
class AnyRoutes {
 public:
  AnyRoutes(const InterconnectConfig& config, const Topology& topology)
      : config_(config),
        topology_(topology),
        up_(topology.routers() + 1, 0.0),
        down_(topology.routers() + 1, 0.0),
        out_(topology.routers(), 0.0),
        in_(topology.routers(), 0.0) {}

  double add(const std::vector<double>& flow, std::uint32_t end) {
    const std::vector<std::uint32_t> links = links_to(topology_, end);
    double sum = 0.0;
    for (std::uint32_t r = 0; r < flow.size(); ++r) {
      if (r == end) continue;
      sum += flow[r] * links[r];
      out_[r] += flow[r];
      in_[end] += flow[r];
      std::vector<double>& over = r < end ? up_ : down_;
      over[std::min(r, end) + 1] += flow[r];
      over[std::max(r, end) + 1] -= flow[r];
    }
    hops_ += sum;
    return sum;
  }

  [[nodiscard]] double most() const {
    const std::uint32_t routers = topology_.routers();
    std::vector<double> crossing(routers + 1, 0.0);  // traffic to routers from this number on, from lower ones
    double links = 0.0;
    double most = 0.0;
    for (std::uint32_t r = 0; r < routers; ++r) {
      double ports = 0.0;  // in flits per cycle, which both ways are alike
      for (std::uint32_t p = 0; p < topology_.ports(r); ++p) {
        const double carries = 1.0 / link_times(config_, topology_, r, p).flit_cycles;
        ports += carries;
        const std::uint32_t other = topology_.neighbour(r, p).router;
        if (other < r) continue;
        crossing[r + 1] += carries;
        crossing[other + 1] -= carries;
      }
      links += ports;
      if (ports > 0.0) most = std::max({most, out_[r] / ports, in_[r] / ports});
    }
    if (links > 0.0) most = std::max(most, hops_ / links);
    double across = 0.0;
    double up = 0.0;
    double down = 0.0;
    for (std::uint32_t cut = 0; cut <= routers; ++cut) {
      across += crossing[cut];
      up += up_[cut];
      down += down_[cut];
      if (across > kNothing) most = std::max({most, up / across, down / across});
    }
    return most;
  }

 private:
  static constexpr double kNothing = 1e-6;  ///< rounding error allowed in sums of shares

  const InterconnectConfig& config_;
  const Topology& topology_;
  std::vector<double> up_;  ///< by cut: how much more crosses it than the one before, to higher numbers
  std::vector<double> down_;
  std::vector<double> out_;
  std::vector<double> in_;
  double hops_ = 0.0;
};

/// Flows of one kind. Those that go by a drawn router do so at the end, all together.
class Flows {
 public:
  Flows(const Routing& routing, LinkLoads& loads, AnyRoutes& any)
      : routing_(routing),
        loads_(loads),
        any_(any),
        out_(routing.topology().routers(), 0.0),
        in_(routing.topology().routers(), 0.0) {}

  void add(const std::vector<double>& flow, std::uint32_t end) {
    if (routing_.choice() == PortChoice::adaptive) {
      hops_ += any_.add(flow, end);
    } else if (!routing_.has_detour()) {
      hops_ += loads_.add(flow, end);
    } else {
      for (std::size_t r = 0; r < flow.size(); ++r) {
        out_[r] += flow[r];
        in_[end] += flow[r];
      }
    }
  }

  /// Hops of all flows. `ends`: routers with nodes.
  double finish(const std::vector<std::uint32_t>& ends) {
    if (!routing_.has_detour()) return hops_;
    const auto count = static_cast<double>(ends.size());
    for (double& one : out_) one /= count;
    std::vector<double> onward(out_.size(), 0.0);
    for (const std::uint32_t end : ends) {
      hops_ += loads_.add(out_, end);
      for (const std::uint32_t by : ends) onward[by] = in_[end] / count;
      hops_ += loads_.add(onward, end);
    }
    return hops_;
  }

 private:
  const Routing& routing_;
  LinkLoads& loads_;
  AnyRoutes& any_;
  std::vector<double> out_;
  std::vector<double> in_;
  double hops_ = 0.0;
};

}  // namespace

std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment) {
  const TrafficSpec& traffic = experiment.traffic;
  if (traffic.is_trace()) return std::nullopt;
  const auto topology = make_topology(experiment);
  const auto pattern = builtin_patterns().find(traffic.pattern)->make(traffic.own, experiment.grid);
  const std::uint32_t nodes = experiment.grid.nodes();
  // Flits of a packet and of its reply.
  const double requests = traffic.mean_flits() / traffic.flits_with_reply();
  const double replies = static_cast<double>(traffic.reply.flits) / traffic.flits_with_reply();
  std::vector<double> exits(nodes, 0.0);  // packets for a node, when each node creates one
  const auto routing = make_routing(experiment.interconnect, *topology);
  LinkLoads loads(experiment.interconnect, *routing);
  AnyRoutes any(experiment.interconnect, *topology);
  AloneLatency alone(experiment.interconnect, *routing, lengths_of(traffic));
  AloneLatency alone_back(experiment.interconnect, *routing, {{traffic.reply.flits, 1.0}});
  Flows there(*routing, loads, any);
  Flows back(*routing, loads, any);
  // All packets for one router at a time, since their ways join and never part.
  std::vector<std::vector<std::uint32_t>> nodes_of(topology->routers());
  for (std::uint32_t node = 0; node < nodes; ++node) nodes_of[topology->router_of(node)].push_back(node);
  std::vector<double> entering(topology->routers());
  std::vector<std::uint32_t> ends;
  for (std::uint32_t end = 0; end < topology->routers(); ++end) {
    if (nodes_of[end].empty()) continue;
    ends.push_back(end);
    std::fill(entering.begin(), entering.end(), 0.0);
    for (const std::uint32_t to : nodes_of[end]) {
      for (std::uint32_t from = 0; from < nodes; ++from) {
        const double share = pattern->share(from, to);
        exits[to] += share;
        entering[topology->router_of(from)] += share * requests;
      }
    }
    there.add(entering, end);
    alone.add(entering, end);
    if (!traffic.reply.any()) continue;
    std::fill(entering.begin(), entering.end(), 0.0);
    for (const std::uint32_t asked_by : nodes_of[end]) {
      for (std::uint32_t node = 0; node < nodes; ++node) {
        entering[topology->router_of(node)] += pattern->share(asked_by, node) * replies;
      }
    }
    back.add(entering, end);
    alone_back.add(entering, end);
  }
  const double hops = there.finish(ends);
  const double hops_of_replies = traffic.reply.any() ? back.finish(ends) : 0.0;
  double most = std::max({1.0, loads.most(), any.most()});  // a source sends one flit a cycle
  for (const double asked : exits) {
    most = std::max(most, asked * requests + replies);  // into the node
    most = std::max(most, requests + asked * replies);  // out of it
  }
  NetworkBounds bounds;
  bounds.throughput = 1.0 / most;
  bounds.hops = hops / requests / nodes;
  bounds.zero_load = alone.mean(bounds.hops);
  bounds.about_alone = alone.about(bounds.hops);
  if (!traffic.reply.any()) return bounds;
  const double hops_back = hops_of_replies / replies / nodes;
  const std::optional<double> answered = alone_back.mean(hops_back);
  bounds.about_alone = (bounds.about_alone + alone_back.about(hops_back)) / 2;
  bounds.hops = (bounds.hops + hops_back) / 2;
  if (bounds.zero_load && answered) {
    bounds.round_trip = *bounds.zero_load + static_cast<double>(traffic.reply.cycles) + *answered;
    bounds.zero_load = (*bounds.zero_load + *answered) / 2;
  } else {
    bounds.zero_load = std::nullopt;
  }
  return bounds;
}

}  // namespace gantry
