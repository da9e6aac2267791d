// SPDX-License-Identifier: Apache-2.0
#include "network/network_bounds.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/quotient.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "network/alone_latency.h"
#include "network/network_bench.h"

namespace gantry {
namespace {

/// Traffic in units of 1 / Units::one flits per cycle, rounded down where it is divided among links.
using Flow = Uint128;

/// Shares of packets become flows of whole units, so that sums of them are exact. As many fraction bits as fit: the sum
/// over all nodes, links of a route and cycles of a flit stays below 2^127.
class Units {
 public:
  /// `flits`: of a packet and its reply, in any unit.
  explicit Units(std::uint64_t flits) : flits_(flits) {
    while (flits >> (96U - bits_) != 0) --bits_;
  }
  /// `rate`: of the source.
  [[nodiscard]] Flow flow(const PatternShare& share, const RateShare& rate, std::uint64_t flits) const {
    const Flow flow = (Uint128{share.part} * flits << bits_) / share.of;
    return rate.part == rate.of ? flow : flow / rate.of * rate.part;
  }
  /// One flit per cycle.
  [[nodiscard]] Flow one() const { return Uint128{flits_} << bits_; }
  /// Mean over `nodes` of something counted in flows of packets with `flits`.
  [[nodiscard]] Precise per_packet(Flow sum, std::uint64_t flits, std::uint32_t nodes) const {
    return static_cast<Precise>(sum) / static_cast<Precise>(Uint128{flits} << bits_) / static_cast<Precise>(nodes);
  }

 private:
  std::uint64_t flits_;
  unsigned bits_ = 96;
};

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
    loads_.assign(first_.back(), 0);
  }

  /// Adds the traffic from each router to the router `end`. Returns its hops.
  Flow add(const std::vector<Flow>& flow, std::uint32_t end) {
    const std::vector<std::uint64_t> ports = routing_.ports_towards(end);
    Flow sum = 0;
    for (std::uint32_t order = 0; order < routing_.orders(); ++order) {
      std::vector<Flow> part = flow;
      if (routing_.orders() > 1) {
        for (Flow& one : part) one /= routing_.orders();
      }
      sum += add(order, part, end, ports);
    }
    return sum;
  }

  [[nodiscard]] Flow most() const { return loads_.empty() ? 0 : *std::max_element(loads_.begin(), loads_.end()); }

 private:
  Flow add(std::uint32_t order, std::vector<Flow>& flow, std::uint32_t end, const std::vector<std::uint64_t>& choices) {
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
    Flow sum = 0;
    for (std::size_t far = by_hops.size(); far-- > 0;) {
      for (const std::uint32_t r : by_hops[far]) {
        sum += flow[r];
        if (choices.empty()) {
          load(first_[r] + ports_[r], flow[r]);
          flow[next_[r]] += flow[r];
          continue;
        }
        const Flow share = flow[r] / count_bits(choices[r]);
        for (std::uint64_t left = choices[r]; left != 0; left &= left - 1) {
          const std::uint32_t port = lowest_bit(left);
          load(first_[r] + port, share);
          flow[topology_.neighbour(r, port).router] += share;
        }
      }
    }
    return sum;
  }

  void load(std::uint32_t link, Flow flits) { loads_[link] += flits * flit_cycles_[link]; }

  const Routing& routing_;
  const Topology& topology_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint64_t> flit_cycles_;  ///< by link
  std::vector<Flow> loads_;
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
        up_(topology.routers() + 1, 0),
        down_(topology.routers() + 1, 0),
        out_(topology.routers(), 0),
        in_(topology.routers(), 0) {}

  Flow add(const std::vector<Flow>& flow, std::uint32_t end) {
    const std::vector<std::uint32_t> links = links_to(topology_, end);
    Flow sum = 0;
    for (std::uint32_t r = 0; r < flow.size(); ++r) {
      if (r == end) continue;
      sum += flow[r] * links[r];
      out_[r] += flow[r];
      in_[end] += flow[r];
      std::vector<Flow>& over = r < end ? up_ : down_;
      over[std::min(r, end) + 1] += flow[r];
      over[std::max(r, end) + 1] -= flow[r];
    }
    hops_ += sum;
    return sum;
  }

  [[nodiscard]] Precise most() const {
    const std::uint32_t routers = topology_.routers();
    std::vector<Flow> crossing(routers + 1, 0);  // what links to routers from this number on carry, from lower ones
    Flow links = 0;
    Precise most = 0;
    const auto by = [](Flow flow, Flow carries) {
      return carries > 0 ? static_cast<Precise>(flow) / static_cast<Precise>(carries) * kFlit : Precise{0};
    };
    for (std::uint32_t r = 0; r < routers; ++r) {
      Flow ports = 0;  // in flits per cycle, which both ways are alike
      for (std::uint32_t p = 0; p < topology_.ports(r); ++p) {
        const Flow carries = static_cast<Flow>(kFlit) / link_times(config_, topology_, r, p).flit_cycles;
        ports += carries;
        const std::uint32_t other = topology_.neighbour(r, p).router;
        if (other < r) continue;
        crossing[r + 1] += carries;
        crossing[other + 1] -= carries;
      }
      links += ports;
      most = std::max({most, by(out_[r], ports), by(in_[r], ports)});
    }
    most = std::max(most, by(hops_, links));
    Flow across = 0;
    Flow up = 0;
    Flow down = 0;
    for (std::uint32_t cut = 0; cut <= routers; ++cut) {
      across += crossing[cut];
      up += up_[cut];
      down += down_[cut];
      most = std::max({most, by(up, across), by(down, across)});
    }
    return most;
  }

 private:
  static constexpr Precise kFlit = 0x1p64;  ///< units of what a link carries

  const InterconnectConfig& config_;
  const Topology& topology_;
  std::vector<Flow> up_;  ///< by cut: how much more crosses it than the one before, to higher numbers (modulo 2^128)
  std::vector<Flow> down_;
  std::vector<Flow> out_;
  std::vector<Flow> in_;
  Flow hops_ = 0;
};

/// Flows of one kind. Those that go by a drawn router do so at the end, all together.
class Flows {
 public:
  Flows(const Routing& routing, LinkLoads& loads, AnyRoutes& any)
      : routing_(routing),
        loads_(loads),
        any_(any),
        out_(routing.topology().routers(), 0),
        in_(routing.topology().routers(), 0) {}

  void add(const std::vector<Flow>& flow, std::uint32_t end) {
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
  Flow finish(const std::vector<std::uint32_t>& ends) {
    if (!routing_.has_detour()) return hops_;
    for (Flow& one : out_) one /= ends.size();
    std::vector<Flow> onward(out_.size(), 0);
    for (const std::uint32_t end : ends) {
      hops_ += loads_.add(out_, end);
      for (const std::uint32_t by : ends) onward[by] = in_[end] / ends.size();
      hops_ += loads_.add(onward, end);
    }
    return hops_;
  }

 private:
  const Routing& routing_;
  LinkLoads& loads_;
  AnyRoutes& any_;
  std::vector<Flow> out_;
  std::vector<Flow> in_;
  Flow hops_ = 0;
};

}  // namespace

std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment) {
  const TrafficSpec& traffic = experiment.traffic;
  if (traffic.is_trace()) return std::nullopt;
  const auto topology = make_topology(experiment);
  const auto pattern = builtin_patterns().find(traffic.pattern)->make(traffic.own, experiment.grid);
  const std::uint32_t nodes = experiment.grid.nodes();
  // Flits of a packet and of its reply, in the largest unit in which both are whole.
  const std::uint64_t unit = std::gcd(traffic.mean_flits_trillionths(), traffic.reply.flits * kTrillion);
  const std::uint64_t requests = traffic.mean_flits_trillionths() / unit;
  const std::uint64_t replies = traffic.reply.flits * kTrillion / unit;
  const Units units(requests + replies);
  std::vector<RateShare> rates;
  std::vector<Flow> into;    // flits for a node, when the mean node creates a packet
  std::vector<Flow> out_of;  // flits that a node sends then
  for (std::uint32_t node = 0; node < nodes; ++node) {
    rates.push_back(pattern->rate_of(node));
    into.push_back(units.flow({1, 1}, rates[node], replies));
    out_of.push_back(units.flow({1, 1}, rates[node], requests));
  }
  const auto routing = make_routing(experiment.interconnect, *topology);
  LinkLoads loads(experiment.interconnect, *routing);
  AnyRoutes any(experiment.interconnect, *topology);
  AloneLatency alone(experiment.interconnect, *routing, lengths_of(traffic));
  AloneLatency alone_back(experiment.interconnect, *routing, {{traffic.reply.flits, kTrillion}});
  Flows there(*routing, loads, any);
  Flows back(*routing, loads, any);
  // All packets for one router at a time, since their ways join and never part.
  std::vector<std::vector<std::uint32_t>> nodes_of(topology->routers());
  for (std::uint32_t node = 0; node < nodes; ++node) nodes_of[topology->router_of(node)].push_back(node);
  std::vector<Flow> entering(topology->routers());
  std::vector<std::uint32_t> ends;
  bool drawn = routing->choice() != PortChoice::none || routing->has_detour() || routing->orders() > 1;
  for (std::uint32_t end = 0; end < topology->routers(); ++end) {
    if (nodes_of[end].empty()) continue;
    ends.push_back(end);
    std::fill(entering.begin(), entering.end(), 0);
    for (const std::uint32_t to : nodes_of[end]) {
      for (std::uint32_t from = 0; from < nodes; ++from) {
        const PatternShare share = pattern->share(from, to);
        drawn = drawn || (share.part != 0 && share.part != share.of) || rates[from].part != rates[from].of;
        const Flow flow = units.flow(share, rates[from], requests);
        into[to] += flow;
        if (replies > 0) out_of[to] += units.flow(share, rates[from], replies);
        entering[topology->router_of(from)] += flow;
      }
    }
    there.add(entering, end);
    alone.add(entering, end);
    if (!traffic.reply.any()) continue;
    std::fill(entering.begin(), entering.end(), 0);
    for (const std::uint32_t asked_by : nodes_of[end]) {
      for (std::uint32_t node = 0; node < nodes; ++node) {
        entering[topology->router_of(node)] += units.flow(pattern->share(asked_by, node), rates[asked_by], replies);
      }
    }
    back.add(entering, end);
    alone_back.add(entering, end);
  }
  const Precise hops = units.per_packet(there.finish(ends), requests, nodes);
  const Precise hops_back = traffic.reply.any() ? units.per_packet(back.finish(ends), replies, nodes) : Precise{0};
  // A source sends one flit a cycle.
  const Flow busiest = std::max({units.one(), loads.most(), *std::max_element(into.begin(), into.end()),
                                 *std::max_element(out_of.begin(), out_of.end())});
  NetworkBounds bounds;
  bounds.drawn = drawn;
  bounds.throughput =
      static_cast<double>(static_cast<Precise>(units.one()) / std::max(static_cast<Precise>(busiest), any.most()));
  const std::optional<Precise> arrives = alone.mean(hops);
  bounds.about_alone = alone.about(hops);
  if (!traffic.reply.any()) {
    bounds.hops = static_cast<double>(hops);
    if (arrives) bounds.zero_load = static_cast<double>(*arrives);
    return bounds;
  }
  const std::optional<Precise> answered = alone_back.mean(hops_back);
  bounds.about_alone = (bounds.about_alone + alone_back.about(hops_back)) / 2;
  bounds.hops = static_cast<double>((hops + hops_back) / 2);
  if (arrives && answered) {
    bounds.round_trip = static_cast<double>(*arrives + static_cast<Precise>(traffic.reply.cycles) + *answered);
    bounds.zero_load = static_cast<double>((*arrives + *answered) / 2);
  }
  return bounds;
}

}  // namespace gantry
