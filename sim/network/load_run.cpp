// SPDX-License-Identifier: Apache-2.0
#include "network/load_run.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "gantry/base/quotient.h"
#include "gantry/network/latency_histogram.h"
#include "network/network_bench.h"
#include "output/steady_state.h"

namespace gantry {
namespace {

constexpr double kLongLatency = 300.0;  ///< cycles; a mean beyond it, and ten times that without load, is saturation
constexpr double kLongInZeroLoads = 10.0;
constexpr double kCloseEnough = 0.01;  ///< half width of the mean's interval, relative
constexpr double kWarmEnough = 0.05;   ///< change of the mean from period to period
constexpr std::uint64_t kPacketsPerPeriod = 4000;
constexpr double kBurstsPerPeriod = 10.0;  ///< bursts of a node per period
constexpr Cycle kShortestPeriod = 1000;
constexpr Cycle kLongestPeriod = 200000;
constexpr int kFewestPeriods = 8;
constexpr int kMostPeriods = 40;
constexpr int kMostWarmUpPeriods = 10;
constexpr std::ptrdiff_t kTrendPeriods =
    4;  ///< periods at the end of a warm-up that does not settle, compared with as many before
constexpr double kClearlyBelow = 0.5;  ///< part of the limit of an unstable load below which a load is clearly stable

/// One load from the empty network to its last measured packet.
class LoadRun {
 public:
  LoadRun(const NetworkExperiment& experiment, std::uint64_t rate, std::uint32_t run, const NetworkBounds& bounds,
          const LoadWatch& watch)
      : experiment_(experiment),
        long_latency_(std::max(kLongLatency, kLongInZeroLoads * bounds.about_alone)),
        bench_(experiment, rate, run),
        arrived_flits_(bench_.nodes(), 0) {
    point_.rate = rate;
    point_.offered = experiment.traffic.load(rate);
    const double per_cycle = static_cast<double>(rate) / kMillion * bench_.nodes();
    period_ = static_cast<Cycle>(std::ceil(static_cast<double>(kPacketsPerPeriod) / per_cycle));
    if (experiment.traffic.bursts.any()) {
      period_ = std::max(period_, static_cast<Cycle>(kBurstsPerPeriod * experiment.traffic.bursts.period()));
    }
    period_ = std::clamp(period_, kShortestPeriod, kLongestPeriod);
    beyond_bound_ = !bounds.can_all_have(point_.offered);
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
    point_.clear = beyond_bound_ || (point_.stable && !doubtful_);
    point_.settled = point_.stable;
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
    // Urgent packets get through an overload of ordinary ones.
    const bool counts = packet.created >= from_ && packet.created < to_;
    if (experiment_.traffic.urgent.any() && (counts || (packet.urgent && packet.created >= overload_from_))) {
      by_priority_[packet.urgent ? 1 : 0].add(latency);
    }
    if (!counts) return;
    latency_.add(latency);
    series_.add(latency);
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
    std::vector<double> means = {run_period()};
    for (int period = 1;; ++period) {
      means.push_back(run_period());
      if (bench_.stopped()) return false;
      const double mean = means.back();
      const double before = means[means.size() - 2];
      point_.warm_up_cycles = bench_.now();
      const bool grows = stays_long(before, mean);
      if (beyond_bound_ && (grows || period == kMostWarmUpPeriods)) return give_up("more than the bound");
      if (grows) return give_up("the mean latency is too long");
      if (beyond_bound_) continue;
      if (std::abs(mean - before) <= kWarmEnough * mean && mean > 0.0) return true;
      if (period < kMostWarmUpPeriods) continue;
      // Close to saturation means of periods differ for ever; beyond it they grow.
      const auto end = means.end();
      const double late = std::accumulate(end - kTrendPeriods, end, 0.0);
      const double early = std::accumulate(end - 2 * kTrendPeriods, end - kTrendPeriods, 0.0);
      if (late > early * (1 + kWarmEnough)) return give_up("the mean latency does not settle");
      doubtful_ = true;
      return true;
    }
  }

  /// Whether queues grow in two periods in a row without improvement. A single peak passes.
  [[nodiscard]] bool stays_long(double before, double mean) {
    doubtful_ = doubtful_ || mean > kClearlyBelow * long_latency_;
    return before > long_latency_ && mean >= before;
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

  /// Beyond saturation only the accepted load settles.
  void count_overload() {
    start_counting();
    overload_from_ = bench_.now() + 1;
    for (int period = 0; period < kFewestPeriods; ++period) run_period();
    if (!bench_.stopped()) count();
  }

  void start_counting() {
    hops_before_ = bench_.net().stats().flit_hops;
    flits_before_ = bench_.net().stats().flits;
    counted_from_ = bench_.now();
    sent_before_ = bench_.sent_flits();
    std::fill(arrived_flits_.begin(), arrived_flits_.end(), 0);
  }

  void count() {
    point_.measured_cycles = bench_.now() - counted_from_;
    const auto rate_of = [&](std::uint64_t flits) { return quotient(flits, point_.measured_cycles); };
    const std::uint64_t flits = bench_.net().stats().flits - flits_before_;
    const std::uint64_t sum = std::accumulate(arrived_flits_.begin(), arrived_flits_.end(), std::uint64_t{0});
    point_.accepted = quotient(sum, Uint128{point_.measured_cycles} * bench_.nodes());
    point_.accepted_least = rate_of(*std::min_element(arrived_flits_.begin(), arrived_flits_.end()));
    point_.accepted_most = rate_of(*std::max_element(arrived_flits_.begin(), arrived_flits_.end()));
    std::vector<std::uint64_t> sent = bench_.sent_flits();
    for (std::size_t node = 0; node < sent.size(); ++node) sent[node] -= sent_before_[node];
    const auto [least, most] = std::minmax_element(sent.begin(), sent.end());
    point_.sent_least = rate_of(*least);
    point_.sent_most = rate_of(*most);
    point_.sends_least = static_cast<std::uint32_t>(least - sent.begin());
    // Flits that were in the network before have routers behind them: less than one hop is possible.
    const std::uint64_t hops = bench_.net().stats().flit_hops - hops_before_;
    point_.hops = hops >= flits ? quotient(hops - flits, flits) : -quotient(flits - hops, flits);
  }

  bool measure() {
    // Packets created in this cycle were handed over in the previous one.
    from_ = bench_.now() + 1;
    to_ = kNever;
    start_counting();
    const auto done = [&](int period) {
      if (experiment_.measured_cycles != 0) return bench_.now() + 1 - from_ >= experiment_.measured_cycles;
      if (period < kFewestPeriods) return false;
      const Estimate mean = series_.estimate(0);
      return period == kMostPeriods || (mean.has_interval && mean.half_width <= kCloseEnough * mean.mean);
    };
    double before = 0.0;
    for (int period = 1;; ++period) {
      if (experiment_.measured_cycles != 0) {
        period_ = std::min(period_, from_ + experiment_.measured_cycles - bench_.now() - 1);
      }
      const double mean = run_period();
      if (bench_.stopped()) return false;
      if (stays_long(before, mean)) give_up("the mean latency is too long");
      before = mean;
      if (done(period) || !point_.stable) break;
    }
    to_ = bench_.now() + 1;
    count();
    if (point_.stable && latency_.stats().mean > long_latency_) give_up("the mean latency is too long");
    return point_.stable && !falls_behind();
  }

  /// A source that falls behind without end shows in the packet that it has been sending or not sending, and does so
  /// later, too.
  bool falls_behind() {
    const Cycle much = std::max<Cycle>(1000, point_.measured_cycles / 8);
    const Cycle lag = worst_lag();
    doubtful_ = doubtful_ || static_cast<double>(lag) > kClearlyBelow * static_cast<double>(much);
    if (lag <= much) return false;
    const Cycle begun = bench_.now();
    bench_.run_to(begun + much);
    point_.drain_cycles = bench_.now() - begun;
    if (worst_lag() <= lag) return false;
    give_up("a source falls behind");
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
    point_.drain_cycles += bench_.now() - begun;
  }

  void finish() {
    point_.latency = latency_.stats();
    const Estimate mean = series_.estimate(0);
    point_.half_width = mean.has_interval ? mean.half_width : 0.0;
    point_.round_trip = round_trip_.stats();
    point_.round_trips = round_trip_.count();
    point_.ordinary = {by_priority_[0].stats(), by_priority_[0].count()};
    point_.urgent = {by_priority_[1].stats(), by_priority_[1].count()};
    point_.flit_hops = bench_.net().stats().flit_hops;
    point_.cycles = bench_.now();
    point_.simulated = {1, point_.cycles};
    point_.traffic = bench_.net().traffic(bench_.now());
    point_.traffic.latencies = latency_.counts();
  }

  static constexpr Cycle kDrainStep = 100;
  static constexpr Cycle kShortestDrain = 10000;

  const NetworkExperiment& experiment_;
  double long_latency_;  ///< a mean above it is no stable load's
  NetworkBench bench_;
  std::vector<std::uint64_t> arrived_flits_;
  NetworkPoint point_;
  Cycle period_ = 0;
  std::uint64_t period_latency_ = 0;
  std::uint64_t period_packets_ = 0;
  Cycle from_ = kNever;
  Cycle to_ = 0;
  Cycle overload_from_ = kNever;
  Cycle counted_from_ = 0;
  std::uint64_t hops_before_ = 0;
  std::uint64_t flits_before_ = 0;
  std::vector<std::uint64_t> sent_before_;
  bool beyond_bound_ = false;
  bool doubtful_ = false;     ///< others may come to another verdict
  std::uint64_t handed_ = 0;  ///< measured packets that sources have handed over
  std::uint64_t asked_ = 0;   ///< of these: not replies
  LatencyHistogram latency_;
  LatencyHistogram round_trip_;      ///< of measured requests
  LatencyHistogram by_priority_[2];  ///< [1]: urgent
  SteadyState series_;
};

}  // namespace

std::optional<NetworkPoint> run_load_once(const NetworkExperiment& experiment, std::uint64_t rate, std::uint32_t run,
                                          const NetworkBounds& bounds, const LoadWatch& watch) {
  return LoadRun(experiment, rate, run, bounds, watch).run();
}

std::optional<NetworkPoint> run_load(const NetworkExperiment& experiment, std::uint64_t rate,
                                     const NetworkBounds& bounds, const LoadWatch& watch) {
  auto point = run_load_once(experiment, rate, 0, bounds, watch);
  if (!point) return point;
  std::uint32_t votes[2] = {point->stable ? 0U : 1U, point->stable ? 1U : 0U};
  std::uint32_t first[2] = {0, 0};  // run with that verdict
  SimulatedRuns simulated = point->simulated;
  const std::uint32_t runs = point->clear ? 1 : experiment.runs;
  for (std::uint32_t run = 1; run < runs && 2 * std::max(votes[0], votes[1]) <= runs; ++run) {
    const auto other = run_load_once(experiment, rate, run, bounds, {nullptr, watch.goes_on});
    if (!other) return std::nullopt;
    simulated += other->simulated;
    const std::size_t verdict = other->stable ? 1 : 0;
    if (votes[verdict]++ == 0) first[verdict] = run;
  }
  const bool stable = votes[1] > votes[0];
  if (point->stable != stable) {
    // Its figures, and its packets.
    point = run_load_once(experiment, rate, first[stable ? 1 : 0], bounds, watch);
    if (!point) return point;
    simulated += point->simulated;
  }
  point->simulated = simulated;
  point->unstable_runs = votes[0];
  point->stable_runs = votes[1];
  return point;
}

}  // namespace gantry
