// SPDX-License-Identifier: Apache-2.0
#include "network/network_run.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/interconnect.h"
#include "core/latency_histogram.h"
#include "core/synthetic_traffic.h"
#include "core/topology.h"
#include "report/steady_state.h"

namespace gantry {
namespace {

/// A network with traffic, driven cycle by cycle.
class NetworkBench {
 public:
  NetworkBench(const NetworkExperiment& experiment, SyntheticTraffic::Next next)
      : topology_(make_topology(experiment)),
        net_(flits_only(experiment.interconnect), *topology_, ChannelUse::shared),
        traffic_("node", net_, flits_only(experiment.interconnect), topology_->nodes(), std::move(next)) {
    net_.attach(&waker_);
    traffic_.attach(&waker_);
    net_.start();
    traffic_.start();
  }

  /// `packets` has to outlive the bench.
  void listen(PacketSink* packets) {
    net_.listen(packets);
  }

  static std::unique_ptr<Topology> make_topology(const NetworkExperiment& experiment) {
    const auto* entry = TopologyRegistry::instance().find(experiment.interconnect.topology);
    return entry->make(experiment.interconnect, experiment.endpoints);
  }

  /// Up to, not including, cycle `end`; less when nothing can happen any more.
  void run_to(Cycle end) {
    for (;;) {
      const Cycle next = std::min(net_.due(), traffic_.due());
      if (next >= end) break;
      traffic_.run(next);
      net_.run(next);
    }
    now_ = end;
  }

  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] Interconnect& net() { return net_; }
  [[nodiscard]] SyntheticTraffic& traffic() { return traffic_; }
  [[nodiscard]] bool idle() const { return net_.due() == kNever && traffic_.due() == kNever; }

 private:
  struct IdleWaker final : Waker {
    void schedule(Cycle /*at*/) override {}
  };

  /// Payloads are counted in flits.
  static InterconnectConfig flits_only(InterconnectConfig config) {
    config.flit_bytes = 1;
    config.header_bytes = 0;
    return config;
  }

  IdleWaker waker_;
  std::unique_ptr<Topology> topology_;
  Interconnect net_;
  SyntheticTraffic traffic_;
  Cycle now_ = 0;
};

/// Cycles without load: of entering, of each router, of leaving (docs/timing.md).
double zero_load_cycles(const InterconnectConfig& c, double hops, double flits) {
  if (c.router == RouterKind::low_latency) {
    return (hops + 1) * (c.link_cycles + c.router_cycles) + c.link_cycles + flits - 1;
  }
  const double stages = c.switch_allocation_cycles + c.traversal_cycles + c.link_cycles;
  // Speculation hides the whole stage of heads but what is longer than a cycle.
  const double head = c.channel_allocation_cycles - (c.speculative ? 1.0 : 0.0);
  return c.traversal_cycles + c.link_cycles + (hops + 1) * (stages + head) + flits - 1;
}

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

constexpr double kLongLatency = 300.0;  ///< cycles; a mean beyond it, and ten times that without load, is saturation
constexpr double kLongInZeroLoads = 10.0;
constexpr double kCloseEnough = 0.01;  ///< half width of the mean's interval, relative
constexpr double kWarmEnough = 0.05;   ///< change of the mean from period to period
constexpr std::uint64_t kPacketsPerPeriod = 4000;
constexpr Cycle kShortestPeriod = 1000;
constexpr Cycle kLongestPeriod = 200000;
constexpr int kFewestPeriods = 8;
constexpr int kMostPeriods = 40;
constexpr int kMostWarmUpPeriods = 10;

/// One load from the empty network to its last measured packet.
class LoadRun {
 public:
  LoadRun(const NetworkExperiment& experiment, std::uint64_t rate, const NetworkBounds& bounds, PacketSink* packets)
      : experiment_(experiment),
        zero_load_(bounds.zero_load),
        source_(experiment.traffic, experiment.grid, rate, experiment.seed),
        bench_(experiment, [this](std::uint32_t node, SyntheticPacket& packet) { return source_.next(node, packet); }),
        arrived_flits_(experiment.grid.nodes(), 0) {
    point_.rate = rate;
    point_.offered = static_cast<double>(rate) / kMillion * static_cast<double>(experiment.traffic.packet_flits);
    const double per_cycle = static_cast<double>(rate) / kMillion * experiment.grid.nodes();
    period_ = static_cast<Cycle>(std::ceil(static_cast<double>(kPacketsPerPeriod) / per_cycle));
    period_ = std::clamp(period_, kShortestPeriod, kLongestPeriod);
    bench_.listen(packets);
    bench_.traffic().arrived = [this](const Delivery& packet) { take(packet); };
    bench_.traffic().handed_over = [this](Cycle created) { handed_ += created >= from_ && created < to_ ? 1 : 0; };
  }

  NetworkPoint run() {
    if (!warm_up()) {
      count_overload();
    } else if (measure()) {
      drain();
    }
    finish();
    return std::move(point_);
  }

 private:
  void take(const Delivery& packet) {
    const Cycle latency = packet.arrived - packet.created;
    period_latency_ += latency;
    ++period_packets_;
    arrived_flits_[packet.to] += packet.flits;
    if (packet.created < from_ || packet.created >= to_) return;
    latency_.add(latency);
    series_.add(static_cast<double>(latency));
    if (point_.packets++ == 0 || latency < point_.least_latency) point_.least_latency = latency;
  }

  /// Mean latency of the packets that arrive in the next period.
  double run_period() {
    period_latency_ = 0;
    period_packets_ = 0;
    bench_.run_to(bench_.now() + period_);
    return period_packets_ == 0 ? 0.0 : static_cast<double>(period_latency_) / static_cast<double>(period_packets_);
  }

  bool give_up(const char* reason) {
    point_.stable = false;
    point_.reason = reason;
    return false;
  }

  /// The first period fills the network; then two in a row have to be alike.
  bool warm_up() {
    double before = run_period();
    for (int period = 1;; ++period) {
      const double mean = run_period();
      const bool alike = std::abs(mean - before) <= kWarmEnough * mean && mean > 0.0;
      before = mean;
      point_.warm_up_cycles = bench_.now();
      if (too_long(mean)) return give_up("the mean latency is too long");
      if (alike) return true;
      if (period == kMostWarmUpPeriods) return give_up("the mean latency does not settle");
    }
  }

  [[nodiscard]] bool too_long(double mean) const {
    return mean > std::max(kLongLatency, kLongInZeroLoads * zero_load_);
  }

  /// How late the packets are that sources are sending or have not sent yet.
  [[nodiscard]] Cycle worst_lag() {
    Cycle worst = 0;
    for (std::uint32_t node = 0; node < bench_.traffic().nodes(); ++node) {
      const Cycle created = std::min(bench_.traffic().sending_created(node), bench_.traffic().next_created(node));
      if (created < bench_.now()) worst = std::max(worst, bench_.now() - created);
    }
    return worst;
  }

  /// Beyond saturation nothing settles but what arrives.
  void count_overload() {
    start_counting();
    for (int period = 0; period < kFewestPeriods; ++period) run_period();
    count();
  }

  void start_counting() {
    hops_before_ = bench_.net().stats().flit_hops;
    flits_before_ = bench_.net().stats().flits;
    counted_from_ = bench_.now();
    std::fill(arrived_flits_.begin(), arrived_flits_.end(), 0);
  }

  void count() {
    point_.measured_cycles = bench_.now() - counted_from_;
    const auto cycles = static_cast<double>(point_.measured_cycles);
    const auto rate_of = [&](std::uint64_t flits) { return static_cast<double>(flits) / cycles; };
    const std::uint64_t flits = bench_.net().stats().flits - flits_before_;
    const std::uint64_t sum = std::accumulate(arrived_flits_.begin(), arrived_flits_.end(), std::uint64_t{0});
    point_.accepted = rate_of(sum) / experiment_.grid.nodes();
    point_.accepted_least = rate_of(*std::min_element(arrived_flits_.begin(), arrived_flits_.end()));
    point_.accepted_most = rate_of(*std::max_element(arrived_flits_.begin(), arrived_flits_.end()));
    if (flits == 0) return;
    point_.hops = static_cast<double>(bench_.net().stats().flit_hops - hops_before_) / static_cast<double>(flits) - 1;
  }

  bool measure() {
    // What is created in this cycle has been handed over in the one before.
    from_ = bench_.now() + 1;
    to_ = kNever;
    start_counting();
    const auto done = [&](int period) {
      if (experiment_.measured_cycles != 0) return bench_.now() + 1 - from_ >= experiment_.measured_cycles;
      if (period < kFewestPeriods) return false;
      const Estimate mean = series_.estimate(0);
      return period == kMostPeriods || (mean.has_interval && mean.half_width <= kCloseEnough * mean.mean);
    };
    for (int period = 1;; ++period) {
      if (experiment_.measured_cycles != 0) {
        period_ = std::min(period_, from_ + experiment_.measured_cycles - bench_.now() - 1);
      }
      if (too_long(run_period())) give_up("the mean latency is too long");
      if (done(period) || !point_.stable) break;
    }
    to_ = bench_.now() + 1;
    count();
    if (!point_.stable) return false;
    // A source that falls behind without end shows in the packet that it has been sending or not sending.
    if (worst_lag() > std::max<Cycle>(1000, point_.measured_cycles / 8)) return give_up("a source falls behind");
    return true;
  }

  /// Traffic goes on until every measured packet has arrived.
  void drain() {
    const Cycle begun = bench_.now();
    const SyntheticTraffic& traffic = bench_.traffic();
    const auto is_behind = [&](std::uint32_t node) {
      return std::min(traffic.sending_created(node), traffic.next_created(node)) < to_;
    };
    const auto all_sent = [&] {
      for (std::uint32_t node = 0; node < traffic.nodes(); ++node) {
        if (is_behind(node)) return false;
      }
      return true;
    };
    while (point_.packets != handed_ || !all_sent()) {
      bench_.run_to(bench_.now() + kDrainStep);
      if (bench_.now() - begun > std::max(kShortestDrain, 4 * point_.measured_cycles)) {
        give_up("it does not drain");
        return;
      }
    }
    point_.drain_cycles = bench_.now() - begun;
  }

  void finish() {
    point_.latency = latency_.stats();
    const Estimate mean = series_.estimate(0);
    point_.half_width = mean.has_interval ? mean.half_width : 0.0;
    point_.flit_hops = bench_.net().stats().flit_hops;
    point_.cycles = bench_.now();
    point_.traffic = bench_.net().traffic(bench_.now());
    point_.traffic.latencies = latency_.counts();
  }

  static constexpr Cycle kDrainStep = 100;
  static constexpr Cycle kShortestDrain = 10000;

  const NetworkExperiment& experiment_;
  double zero_load_;
  PacketSource source_;
  NetworkBench bench_;
  std::vector<std::uint64_t> arrived_flits_;
  NetworkPoint point_;
  Cycle period_ = 0;
  std::uint64_t period_latency_ = 0;
  std::uint64_t period_packets_ = 0;
  Cycle from_ = kNever;
  Cycle to_ = 0;
  Cycle counted_from_ = 0;
  std::uint64_t hops_before_ = 0;
  std::uint64_t flits_before_ = 0;
  std::uint64_t handed_ = 0;  ///< measured packets that sources have handed over
  LatencyHistogram latency_;
  SteadyState series_;
};

}  // namespace

std::optional<NetworkBounds> network_bounds(const NetworkExperiment& experiment) {
  if (experiment.traffic.pattern == TrafficPattern::trace) return std::nullopt;
  const auto topology = NetworkBench::make_topology(experiment);
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
  bounds.zero_load =
      zero_load_cycles(experiment.interconnect, bounds.hops, static_cast<double>(experiment.traffic.packet_flits));
  return bounds;
}

NetworkPoint run_load(const NetworkExperiment& experiment, std::uint64_t rate, const NetworkBounds& bounds,
                      PacketSink* packets) {
  return LoadRun(experiment, rate, bounds, packets).run();
}

NetworkPoint run_trace(const NetworkExperiment& experiment, PacketSink* packets) {
  PacketSource source(experiment.traffic, experiment.grid, kMillion, experiment.seed);
  NetworkBench bench(experiment,
                     [&](std::uint32_t node, SyntheticPacket& packet) { return source.next(node, packet); });
  NetworkPoint point;
  LatencyHistogram latency;
  Cycle last = 0;
  bench.listen(packets);
  bench.traffic().arrived = [&](const Delivery& packet) {
    const Cycle cycles = packet.arrived - packet.created;
    if (point.packets++ == 0 || cycles < point.least_latency) point.least_latency = cycles;
    latency.add(cycles);
    last = std::max(last, packet.arrived);
  };
  bench.run_to(kNever);
  point.latency = latency.stats();
  const InterconnectStats stats = bench.net().stats();
  point.hops = static_cast<double>(stats.flit_hops) / static_cast<double>(stats.flits) - 1;
  point.flit_hops = stats.flit_hops;
  point.cycles = point.measured_cycles = last;
  point.accepted = static_cast<double>(stats.flits) / static_cast<double>(last) / bench.traffic().nodes();
  point.traffic = bench.net().traffic(last);
  point.traffic.latencies = latency.counts();
  return point;
}

NetworkSaturation find_saturation(const NetworkExperiment& experiment, const NetworkBounds& bounds) {
  NetworkSaturation found;
  const double most = bounds.throughput / static_cast<double>(experiment.traffic.packet_flits) * kMillion;
  std::uint64_t high = std::min(kMillion, static_cast<std::uint64_t>(std::ceil(most)));
  std::uint64_t low = 0;
  const auto try_rate = [&](std::uint64_t rate) {
    const NetworkPoint point = run_load(experiment, rate, bounds);
    if (point.stable) {
      low = rate;
      found.rate = rate;
      found.offered = point.offered;
      found.accepted = point.accepted;
    } else {
      high = found.unstable_rate = rate;
    }
    return point.stable;
  };
  if (try_rate(high)) return found;
  while (high - low > std::max<std::uint64_t>(1, high / 100)) try_rate(low + (high - low) / 2);
  return found;
}

}  // namespace gantry
