// SPDX-License-Identifier: Apache-2.0
#include "network/load_run.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "gantry/network/latency_histogram.h"
#include "network/network_bench.h"
#include "report/steady_state.h"

namespace gantry {
namespace {

constexpr double kLongLatency = 300.0;  ///< cycles; a mean beyond it, and ten times that without load, is saturation
constexpr double kLongInZeroLoads = 10.0;
constexpr double kCloseEnough = 0.01;  ///< half width of the mean's interval, relative
constexpr double kWarmEnough = 0.05;   ///< change of the mean from period to period
constexpr std::uint64_t kPacketsPerPeriod = 4000;
constexpr double kBurstsPerPeriod = 10.0;  ///< of a node
constexpr Cycle kShortestPeriod = 1000;
constexpr Cycle kLongestPeriod = 200000;
constexpr int kFewestPeriods = 8;
constexpr int kMostPeriods = 40;
constexpr int kMostWarmUpPeriods = 10;

/// One load from the empty network to its last measured packet.
class LoadRun {
 public:
  LoadRun(const NetworkExperiment& experiment, std::uint64_t rate, const NetworkBounds& bounds, const LoadWatch& watch)
      : experiment_(experiment),
        zero_load_(bounds.zero_load),
        bench_(experiment, rate),
        arrived_flits_(bench_.nodes(), 0) {
    point_.rate = rate;
    point_.offered = static_cast<double>(rate) / kMillion * experiment.traffic.flits_with_reply();
    const double per_cycle = static_cast<double>(rate) / kMillion * bench_.nodes();
    period_ = static_cast<Cycle>(std::ceil(static_cast<double>(kPacketsPerPeriod) / per_cycle));
    if (experiment.traffic.bursts.any()) {
      period_ = std::max(period_, static_cast<Cycle>(kBurstsPerPeriod * experiment.traffic.bursts.period()));
    }
    period_ = std::clamp(period_, kShortestPeriod, kLongestPeriod);
    bench_.set_watch(watch);
    bench_.on_arrival([this](const Delivery& packet) { take(packet); });
    bench_.on_hand_over([this](Cycle created, bool follows) {
      const std::uint64_t counts = created >= from_ && created < to_ ? 1 : 0;
      handed_ += counts;
      if (!follows) asked_ += counts;
    });
  }

  std::optional<NetworkPoint> run() {
    if (!warm_up()) {
      count_overload();
    } else if (measure()) {
      drain();
    }
    if (bench_.stopped()) return std::nullopt;
    finish();
    return std::move(point_);
  }

 private:
  void take(const Delivery& packet) {
    const Cycle latency = packet.arrived - packet.created;
    period_latency_ += latency;
    ++period_packets_;
    arrived_flits_[packet.to] += packet.flits;
    if (packet.tag != kNever && packet.tag >= from_ && packet.tag < to_) round_trip_.add(packet.arrived - packet.tag);
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
      if (bench_.stopped()) return false;
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
  [[nodiscard]] Cycle worst_lag() const {
    Cycle worst = 0;
    for (std::uint32_t node = 0; node < bench_.nodes(); ++node) {
      const Cycle created = bench_.oldest_unsent(node);
      if (created < bench_.now()) worst = std::max(worst, bench_.now() - created);
    }
    return worst;
  }

  /// Beyond saturation nothing settles but what arrives.
  void count_overload() {
    start_counting();
    for (int period = 0; period < kFewestPeriods; ++period) run_period();
    if (!bench_.stopped()) count();
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
    point_.accepted = rate_of(sum) / bench_.nodes();
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
      const double mean = run_period();
      if (bench_.stopped()) return false;
      if (too_long(mean)) give_up("the mean latency is too long");
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
    const auto all_sent = [&] {
      for (std::uint32_t node = 0; node < bench_.nodes(); ++node) {
        if (bench_.oldest_unsent(node) < to_) return false;
      }
      return true;
    };
    const bool replies = experiment_.traffic.reply.any();
    while (point_.packets != handed_ || (replies && round_trip_.count() != asked_) || !all_sent()) {
      bench_.run_to(bench_.now() + kDrainStep);
      if (bench_.stopped()) return;
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
    point_.round_trip = round_trip_.stats();
    point_.round_trips = round_trip_.count();
    point_.flit_hops = bench_.net().stats().flit_hops;
    point_.cycles = bench_.now();
    point_.traffic = bench_.net().traffic(bench_.now());
    point_.traffic.latencies = latency_.counts();
  }

  static constexpr Cycle kDrainStep = 100;
  static constexpr Cycle kShortestDrain = 10000;

  const NetworkExperiment& experiment_;
  double zero_load_;
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
  std::uint64_t asked_ = 0;   ///< of these: not replies
  LatencyHistogram latency_;
  LatencyHistogram round_trip_;  ///< of measured requests
  SteadyState series_;
};

}  // namespace

std::optional<NetworkPoint> run_load(const NetworkExperiment& experiment, std::uint64_t rate,
                                     const NetworkBounds& bounds, const LoadWatch& watch) {
  return LoadRun(experiment, rate, bounds, watch).run();
}

}  // namespace gantry
