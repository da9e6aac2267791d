// SPDX-License-Identifier: Apache-2.0
#include "network/network_json.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gantry/cost/interconnect_energy.h"
#include "result/network_summary.h"
#include "result/result_writer.h"

namespace gantry {
namespace {

double per_million(std::uint64_t millionths) { return static_cast<double>(millionths) / kMillion; }

template <class Figure>
std::optional<Figure> figure_if(bool known, const Figure& figure) {
  return known ? std::optional<Figure>(figure) : std::nullopt;
}

std::optional<NetworkSummary::Latency> latency_of(const NetworkPoint& point) {
  if (point.packets == 0 || (point.stable && !point.settled)) return std::nullopt;
  const bool known = point.has_latency();
  NetworkSummary::Latency latency;
  latency.mean = figure_if(known, point.latency.mean);
  latency.half_width = figure_if(known && point.half_width > 0.0, point.half_width);
  latency.p50 = figure_if(known, point.latency.p50);
  latency.p99 = figure_if(known, point.latency.p99);
  latency.max = figure_if(known, point.latency.max);
  latency.min = point.least_latency;
  return latency;
}

NetworkSummary::OfPriority priority_of(bool known, const NetworkPoint::OfPriority& of) {
  return {of.packets, figure_if(known && of.packets > 0, of.latency)};
}

/// Energy of all flits that have arrived, including the energy spent for those in transit.
std::optional<NetworkSummary::Energy> energy_of(const NetworkPoint& point, const NetworkExperiment& experiment) {
  std::uint64_t arrived = 0;
  for (const LinkStats& link : point.traffic.links) arrived += link.kind == LinkKind::exit ? link.flits : 0;
  if (arrived == 0) return std::nullopt;
  const CostSum spent = traffic_energy_pj(experiment.interconnect, point.traffic, experiment.cost);
  const auto flits = static_cast<double>(arrived);
  return NetworkSummary::Energy{spent.value / flits, spent.low / flits, spent.high / flits};
}

NetworkSummary::Rate rate_of(const NetworkPoint& point) { return {per_million(point.rate), point.offered}; }

NetworkSummary::Spread spread_of(const NetworkPoint& point) {
  return {point.accepted_least, point.accepted_most, point.sent_least,     point.sent_most,       point.sends_least,
          point.stable_runs,    point.unstable_runs, point.warm_up_cycles, point.measured_cycles, point.drain_cycles};
}

NetworkSummary::Measured measured_of(const NetworkPoint& point, const NetworkExperiment& experiment) {
  const TrafficSpec& traffic = experiment.traffic;
  NetworkSummary::Measured load;
  load.status = traffic.ends() ? LoadStatus::complete : point.stable ? LoadStatus::stable : LoadStatus::unstable;
  if (load.status == LoadStatus::unstable) load.reason = point.reason;
  load.latency = latency_of(point);
  // The figures of ordinary packets are meaningless for an unstable load.
  if (traffic.urgent.any())
    load.priorities = {priority_of(true, point.urgent), priority_of(point.stable, point.ordinary)};
  if (traffic.reply.any()) load.round_trip.emplace(figure_if(point.stable && point.round_trips > 0, point.round_trip));
  load.hops = point.hops;
  load.packets = point.packets;
  load.cycles = point.cycles;
  load.flit_hops = point.flit_hops;
  load.energy_per_flit = energy_of(point, experiment);
  return load;
}

/// `complete` false: results that an interrupted search has not found are left out.
NetworkSummary::Saturation saturation_of(const NetworkSaturation& found, const NetworkExperiment& experiment,
                                         const NetworkBounds& bounds, bool complete) {
  NetworkSummary::Saturation saturation;
  if (found.best) {
    // In the long run no more arrives than is offered. In the measured cycles nodes may have created more by chance,
    // and packets from before may have arrived.
    saturation.head = {rate_of(*found.best), std::min(found.best->accepted, found.best->offered)};
    saturation.best = {spread_of(*found.best), measured_of(*found.best, experiment)};
  } else if (complete) {
    saturation.head = NetworkSummary::Saturation::Head();
  }
  if (found.unstable_rate != 0) {
    saturation.unstable_from.emplace(per_million(found.unstable_rate));
  } else if (complete) {
    saturation.unstable_from.emplace();
  }
  if (complete) {
    saturation.interval.emplace();
    const auto interval = saturation_interval(found, experiment.traffic, bounds);
    if (interval) *saturation.interval = {interval->low, interval->high};
  }
  for (const SaturationRun& run : found.runs) {
    saturation.searches.push_back(
        {per_million(run.stable_rate), figure_if(run.unstable_rate != 0, per_million(run.unstable_rate))});
  }
  for (const LoadSample& load : found.tried) {
    saturation.tried.push_back({std::uint64_t{load.run} + 1, per_million(load.rate), load.accepted,
                                load.stable ? LoadStatus::stable : LoadStatus::unstable,
                                figure_if(load.has_latency, load.mean), figure_if(load.has_latency, load.p99)});
  }
  return saturation;
}

void add_traffic(NetworkSummary& summary, const TrafficSpec& traffic) {
  summary.pattern = traffic.pattern;
  if (traffic.is_trace()) return;
  if (traffic.lengths.empty()) {
    summary.packet_flits = traffic.packet_flits;
  } else {
    summary.packet_lengths.emplace();
    for (const LengthShare& length : traffic.lengths)
      summary.packet_lengths->push_back({length.flits, per_million(length.millionths)});
  }
  if (traffic.bursts.any()) summary.bursts = {traffic.bursts.cycles, per_million(traffic.bursts.share)};
  if (traffic.urgent.any()) summary.urgent = {per_million(traffic.urgent.share), traffic.urgent.flits};
  if (traffic.reply.any()) summary.reply = {traffic.reply.flits, traffic.reply.cycles};
  if (traffic.batch != 0) summary.batch = {traffic.batch, per_million(traffic.rates.front())};
  if (traffic.max_outstanding != 0) summary.max_outstanding = traffic.max_outstanding;
}

}  // namespace

std::string network_json(const NetworkExperiment& experiment, const NetworkResult& result, const Provenance& from) {
  NetworkSummary summary;
  summary.experiment = experiment.name;
  summary.seed = experiment.seed;
  summary.complete = result.complete;
  summary.topology = experiment.interconnect.topology;
  summary.nodes = experiment.grid.nodes();
  summary.router = experiment.interconnect.router;
  summary.arbitration = experiment.interconnect.arbitration;
  summary.routing = experiment.interconnect.routing;
  add_traffic(summary, experiment.traffic);
  if (result.bounds) {
    summary.bounds = {
        result.bounds->throughput, result.bounds->in_all, result.bounds->hops, result.bounds->zero_load, {}};
    if (experiment.traffic.reply.any()) summary.bounds->round_trip.emplace(result.bounds->round_trip);
  }
  if (experiment.traffic.rates.size() > 1) {
    summary.points.emplace();
    for (const NetworkPoint& point : result.points) {
      summary.points->push_back({{rate_of(point), spread_of(point)}, {point.accepted, measured_of(point, experiment)}});
    }
  } else if (!result.points.empty()) {
    const NetworkPoint& point = result.points.front();
    if (!experiment.traffic.ends()) summary.given = {rate_of(point), spread_of(point)};
    summary.found = {point.accepted, measured_of(point, experiment)};
  }
  if (result.saturation && (result.complete || !result.saturation->tried.empty()))
    summary.saturation = saturation_of(*result.saturation, experiment, *result.bounds, result.complete);
  const SimulatedRuns simulated = result.simulated();
  summary.simulated_runs = simulated.runs;
  summary.simulated_cycles = simulated.cycles;
  summary.provenance = from;
  return results_text(std::move(summary));
}

}  // namespace gantry
