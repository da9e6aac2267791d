// SPDX-License-Identifier: Apache-2.0
#include "check/network_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gantry/network/traffic_spec.h"

namespace gantry {
namespace {

std::uint64_t millionths(double value) {
  return static_cast<std::uint64_t>(std::llround(std::min(value, 1e6) * static_cast<double>(kMillion)));
}

/// In place of a load that was not found: packets per cycle and node are at most 1.
constexpr double kAboveAll = 2.0;

class NumbersCheck {
 public:
  NumbersCheck(const NetworkSummary& summary, const std::string& file, Findings& findings)
      : summary_(summary), file_(file), findings_(findings), traffic_(traffic_of(summary)) {}

  void check();

 private:
  static TrafficSpec traffic_of(const NetworkSummary& summary);
  void fault(const std::string& where, const std::string& what) {
    findings_.add(file_, 0, where.empty() ? what : where + '.' + what);
  }
  void require(bool right, const std::string& where, const char* what) {
    if (!right) fault(where, what);
  }
  void check_rate(const std::string& where, const NetworkSummary::Rate& rate);
  void check_spread(const std::string& where, const NetworkSummary::Spread& spread, double accepted,
                    const NetworkSummary::Measured& load);
  void check_measured(const std::string& where, const NetworkSummary::Measured& load);
  /// Whether the run ends with its last packet.
  [[nodiscard]] bool ends() const { return is_explicit(summary_.pattern) || summary_.batch.has_value(); }
  /// `given`: nullptr of a trace or a batch.
  void check_load(const std::string& where, const NetworkSummary::Given* given, const NetworkSummary::Found& found);
  void check_batch(const NetworkSummary::Batch& batch, const NetworkSummary::Measured& load);
  void check_saturation(const NetworkSummary::Saturation& found);
  void check_searches(const NetworkSummary::Saturation& found);

  const NetworkSummary& summary_;
  const std::string& file_;
  Findings& findings_;
  TrafficSpec traffic_;
};

TrafficSpec NumbersCheck::traffic_of(const NetworkSummary& summary) {
  TrafficSpec traffic;
  traffic.packet_flits = summary.packet_flits.value_or(1);
  if (summary.packet_lengths) {
    for (const NetworkSummary::PacketLength& length : *summary.packet_lengths)
      traffic.lengths.push_back({length.flits, millionths(length.share)});
  }
  if (summary.urgent) {
    traffic.urgent.share = millionths(summary.urgent->share);
    traffic.urgent.flits = summary.urgent->flits;
  }
  if (summary.reply) {
    traffic.reply.flits = summary.reply->flits;
    traffic.reply.cycles = summary.reply->cycles;
  }
  return traffic;
}

void NumbersCheck::check_rate(const std::string& where, const NetworkSummary::Rate& rate) {
  const double right = traffic_.load(millionths(rate.packets_per_cycle));
  if (rate.offered != right) fault(where, fmt::format("offered is {} (expected {})", rate.offered, right));
}

void NumbersCheck::check_spread(const std::string& where, const NetworkSummary::Spread& spread, double accepted,
                                const NetworkSummary::Measured& load) {
  require(accepted <= spread.accepted_most * (1 + 1e-12), where, "accepted is above accepted_most");
  require(spread.accepted_least <= spread.accepted_most, where, "accepted_least is above accepted_most");
  require(spread.sent_least <= spread.sent_most, where, "sent_least is above sent_most");
  require(spread.sends_least < summary_.nodes, where, "sends_least is no node");
  require(spread.stable_runs + spread.unstable_runs > 0, where, "runs are none");
  require((load.status == LoadStatus::stable ? spread.stable_runs : spread.unstable_runs) > 0, where,
          "runs has none that found its status");
  const std::uint64_t cycles = spread.warm_up_cycles + spread.measured_cycles + spread.drain_cycles;
  if (cycles != load.cycles)
    fault(where, fmt::format("cycles is {} (expected {}, the sum of its parts)", load.cycles, cycles));
}

void NumbersCheck::check_measured(const std::string& where, const NetworkSummary::Measured& load) {
  require((load.status == LoadStatus::complete) == ends(), where, "status does not fit the traffic");
  require((load.status == LoadStatus::unstable) == !load.reason.empty(), where, "reason does not fit the status");
  require(load.priorities.has_value() == summary_.urgent.has_value(), where, "priorities do not fit the traffic");
  require(load.round_trip.has_value() == summary_.reply.has_value(), where, "round_trip does not fit the traffic");
  if (load.latency) {
    const NetworkSummary::Latency& latency = *load.latency;
    require(load.packets > 0, where, "latency is that of no packets");
    require(latency.mean.has_value() == latency.max.has_value() && latency.p50.has_value() == latency.p99.has_value() &&
                latency.p99.has_value() == latency.max.has_value() && (latency.mean || !latency.half_width),
            where, "latency is known in part");
    if (latency.mean && latency.p50 && latency.p99 && latency.max) {
      require(latency.min <= *latency.p50 && *latency.p50 <= *latency.p99 && *latency.p99 <= *latency.max, where,
              "latency has percentiles out of order");
      require(static_cast<double>(latency.min) <= *latency.mean && *latency.mean <= static_cast<double>(*latency.max),
              where, "latency.mean is not between min and max");
    }
  }
  if (load.priorities && load.status != LoadStatus::unstable) {
    const std::uint64_t packets = load.priorities->urgent.packets + load.priorities->ordinary.packets;
    if (packets != load.packets)
      fault(where, fmt::format("packets is {} (expected {}, urgent and ordinary ones)", load.packets, packets));
  }
  if (load.energy_per_flit) {
    const NetworkSummary::Energy& energy = *load.energy_per_flit;
    require(energy.low <= energy.pj && energy.pj <= energy.high, where, "energy_per_flit is not in its range");
  }
}

/// Each packet arrives once. With rates of their own some nodes may create none.
void NumbersCheck::check_batch(const NetworkSummary::Batch& batch, const NetworkSummary::Measured& load) {
  const std::uint64_t of_node = batch.packets * (summary_.urgent ? 2 : 1) * (summary_.reply ? 2 : 1);
  const std::uint64_t right = of_node * summary_.nodes;
  const bool some = summary_.pattern == kTablePattern && load.packets < right && load.packets % of_node == 0;
  if (load.packets != right && !some)
    fault("", fmt::format("packets is {} (expected {}, those of the batch)", load.packets, right));
}

/// Every search ends between the highest load that it found stable and the lowest that it did not.
void NumbersCheck::check_searches(const NetworkSummary::Saturation& found) {
  for (std::size_t i = 0; i < found.searches.size(); ++i) {
    double stable = 0.0;
    double unstable = kAboveAll;
    for (const NetworkSummary::Tried& load : found.tried) {
      if (load.search != i + 1) continue;
      if (load.status == LoadStatus::stable) {
        stable = std::max(stable, load.packets_per_cycle);
      } else {
        unstable = std::min(unstable, load.packets_per_cycle);
      }
    }
    const NetworkSummary::Search& search = found.searches[i];
    const std::string where = fmt::format("saturation.searches[{}]", i);
    require(search.stable == stable, where, "stable is not the highest that it tried");
    require(search.unstable.value_or(kAboveAll) == unstable, where, "unstable is not the lowest that it tried");
    require(!search.unstable || search.stable < *search.unstable, where, "unstable is below stable");
  }
  for (const NetworkSummary::Tried& load : found.tried)
    require(load.search <= found.searches.size() + (summary_.complete ? 0 : 1), "saturation",
            "tried has a search that was not made");
}

void NumbersCheck::check_saturation(const NetworkSummary::Saturation& found) {
  const std::string where = "saturation";
  if (found.head) {
    check_rate(where, found.head->rate);
    require(found.head->accepted <= found.head->rate.offered, where, "accepted is above offered");
    require(found.best.has_value() == (found.head->rate.packets_per_cycle > 0.0), where,
            "has a load without its numbers");
  }
  if (found.best) {
    check_measured(where, found.best->measured);
    require(found.best->measured.status == LoadStatus::stable, where, "status is not stable");
    check_spread(where, found.best->spread, found.head ? found.head->accepted : 0.0, found.best->measured);
  }
  check_searches(found);
  if (!summary_.complete) return;
  require(found.head && found.unstable_from && found.interval, where, "is not complete");
  if (!found.head || found.searches.empty()) return;
  std::vector<std::pair<double, double>> ends;
  for (const NetworkSummary::Search& search : found.searches)
    ends.emplace_back(search.stable, search.unstable.value_or(kAboveAll));
  std::sort(ends.begin(), ends.end());
  const double middle = ends[(ends.size() - 1) / 2].first;
  if (found.head->rate.packets_per_cycle != middle) {
    fault(where, fmt::format("packets_per_cycle is {} (expected {}, of the search in the middle)",
                             found.head->rate.packets_per_cycle, middle));
  }
  if (found.unstable_from) {
    const std::pair<double, double> end = {middle, found.unstable_from->value_or(kAboveAll)};
    require(std::find(ends.begin(), ends.end(), end) != ends.end(), where, "unstable_from is that of another search");
  }
  if (found.interval && *found.interval) {
    require((*found.interval)->low <= (*found.interval)->high, where, "interval has its ends in the wrong order");
    if (summary_.bounds) {
      require((*found.interval)->high <= summary_.bounds->accepted * (1 + 1e-12), where,
              "interval.high is above bounds.accepted");
    }
  }
}

void NumbersCheck::check_load(const std::string& where, const NetworkSummary::Given* given,
                              const NetworkSummary::Found& found) {
  check_measured(where, found.measured);
  if (given == nullptr) return;
  check_rate(where, given->rate);
  check_spread(where, given->spread, found.accepted, found.measured);
}

void NumbersCheck::check() {
  const bool trace = is_explicit(summary_.pattern);
  require(!trace || (!summary_.batch && !summary_.max_outstanding), "",
          "batch or max_outstanding does not fit the pattern");
  require(!summary_.batch || (!summary_.points && !summary_.saturation), "", "a batch has several loads");
  require(trace == !summary_.bounds, "", "bounds do not fit the pattern");
  require((summary_.packet_flits.has_value() != summary_.packet_lengths.has_value()) != trace, "",
          "packet_flits does not fit the pattern");
  require(!summary_.bounds || summary_.bounds->round_trip.has_value() == summary_.reply.has_value(), "bounds",
          "round_trip does not fit the traffic");
  require(!summary_.complete || summary_.found || summary_.points || summary_.saturation, "", "has no load");
  require(!summary_.found || ends() == !summary_.given, "", "packets_per_cycle does not fit the traffic");
  if (summary_.batch && summary_.found) check_batch(*summary_.batch, summary_.found->measured);
  if (summary_.found) check_load("", summary_.given ? &*summary_.given : nullptr, *summary_.found);
  require(!summary_.given || summary_.found, "", "packets_per_cycle stands without what was found");
  for (std::size_t i = 0; summary_.points && i < summary_.points->size(); ++i) {
    const NetworkSummary::Load& load = (*summary_.points)[i];
    check_load(fmt::format("points[{}]", i), &load.given, load.found);
  }
  if (summary_.saturation) check_saturation(*summary_.saturation);
}

}  // namespace

void check_network_numbers(const NetworkSummary& summary, const std::string& file, Findings& findings) {
  NumbersCheck(summary, file, findings).check();
}

}  // namespace gantry
