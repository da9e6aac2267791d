// SPDX-License-Identifier: Apache-2.0
#include "network/network_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gantry/cost/interconnect_energy.h"
#include "result/provenance_json.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;

double per_million(std::uint64_t millionths) { return static_cast<double>(millionths) / kMillion; }

Json latency_json(const NetworkPoint& point) {
  if (point.packets == 0 || (point.stable && !point.settled)) return nullptr;
  const bool mean_is_known = point.has_latency();
  return {{"mean", mean_is_known ? Json(point.latency.mean) : Json(nullptr)},
          {"half_width", mean_is_known && point.half_width > 0.0 ? Json(point.half_width) : Json(nullptr)},
          {"p50", mean_is_known ? Json(point.latency.p50) : Json(nullptr)},
          {"p99", mean_is_known ? Json(point.latency.p99) : Json(nullptr)},
          {"max", mean_is_known ? Json(point.latency.max) : Json(nullptr)},
          {"min", point.least_latency}};
}

Json known(const std::optional<double>& figure) { return figure ? Json(*figure) : Json(nullptr); }

Json cycles_json(bool known, const LatencyStats& cycles) {
  if (!known) return nullptr;
  return {{"mean", cycles.mean}, {"p50", cycles.p50}, {"p99", cycles.p99}, {"max", cycles.max}};
}

Json priority_json(bool known, const NetworkPoint::OfPriority& of) {
  return {{"packets", of.packets}, {"latency", cycles_json(known && of.packets > 0, of.latency)}};
}

/// Energy of all flits that have arrived, including the energy spent for those in transit.
Json energy_json(const NetworkPoint& point, const NetworkExperiment& experiment) {
  std::uint64_t arrived = 0;
  for (const LinkStats& link : point.traffic.links) arrived += link.kind == LinkKind::exit ? link.flits : 0;
  if (arrived == 0) return nullptr;
  const CostSum spent = traffic_energy_pj(experiment.interconnect, point.traffic, experiment.cost);
  const auto flits = static_cast<double>(arrived);
  return {{"pj", spent.value / flits}, {"low", spent.low / flits}, {"high", spent.high / flits}};
}

void add_point(Json& to, const NetworkPoint& point, const NetworkExperiment& experiment) {
  const TrafficSpec& traffic = experiment.traffic;
  const bool trace = traffic.is_trace();
  const bool replies = traffic.reply.any();

  if (!trace) {
    to["packets_per_cycle"] = per_million(point.rate);
    to["offered"] = point.offered;
  }
  to["accepted"] = point.accepted;
  if (!trace) {
    to["accepted_least"] = point.accepted_least;
    to["accepted_most"] = point.accepted_most;
    to["sent_least"] = point.sent_least;
    to["sent_most"] = point.sent_most;
    to["sends_least"] = point.sends_least;
    to["status"] = point.stable ? "stable" : "unstable";
    if (!point.stable) to["reason"] = point.reason;
    to["runs"] = {{"stable", point.stable_runs}, {"unstable", point.unstable_runs}};
  } else {
    to["status"] = "complete";
  }
  to["latency"] = latency_json(point);
  if (traffic.urgent.any()) {
    // The figures of ordinary packets are meaningless for an unstable load.
    to["priorities"] = {{"urgent", priority_json(true, point.urgent)},
                        {"ordinary", priority_json(point.stable, point.ordinary)}};
  }
  if (replies) to["round_trip"] = cycles_json(point.stable && point.round_trips > 0, point.round_trip);
  to["hops"] = point.hops;
  to["packets"] = point.packets;
  if (!trace) {
    to["warm_up_cycles"] = point.warm_up_cycles;
    to["measured_cycles"] = point.measured_cycles;
    to["drain_cycles"] = point.drain_cycles;
  }
  to["cycles"] = point.cycles;
  to["flit_hops"] = point.flit_hops;
  to["energy_per_flit"] = energy_json(point, experiment);
}

/// `complete` false: results that an interrupted search has not found are left out.
Json saturation_json(const NetworkSaturation& found, const NetworkExperiment& experiment, const NetworkBounds& bounds,
                     bool complete) {
  Json json;
  if (found.best) {
    add_point(json, *found.best, experiment);
    // In the long run no more arrives than is offered. In the measured cycles nodes may have created more by chance,
    // and packets from before may have arrived.
    json["accepted"] = std::min(found.best->accepted, found.best->offered);
  } else if (complete) {
    json["packets_per_cycle"] = 0.0;
    json["offered"] = 0.0;
    json["accepted"] = 0.0;
  }
  if (found.unstable_rate != 0) {
    json["unstable_from"] = per_million(found.unstable_rate);
  } else if (complete) {
    json["unstable_from"] = nullptr;
  }
  if (complete) {
    const auto interval = saturation_interval(found, experiment.traffic, bounds);
    json["interval"] = interval ? Json({{"low", interval->low}, {"high", interval->high}}) : Json(nullptr);
  }
  json["searches"] = Json::array();
  for (const SaturationRun& run : found.runs) {
    json["searches"].push_back(
        {{"stable", per_million(run.stable_rate)},
         {"unstable", run.unstable_rate != 0 ? Json(per_million(run.unstable_rate)) : Json(nullptr)}});
  }
  json["tried"] = Json::array();
  for (const LoadSample& load : found.tried) {
    json["tried"].push_back({{"search", load.run + 1},
                             {"packets_per_cycle", per_million(load.rate)},
                             {"accepted", load.accepted},
                             {"status", load.stable ? "stable" : "unstable"},
                             {"mean", load.has_latency ? Json(load.mean) : Json(nullptr)},
                             {"p99", load.has_latency ? Json(load.p99) : Json(nullptr)}});
  }
  return json;
}

/// Adds the keys that not all patterns have.
void add_traffic(Json& json, const TrafficSpec& traffic) {
  if (traffic.is_trace()) return;
  if (traffic.lengths.empty()) {
    json["packet_flits"] = traffic.packet_flits;
  } else {
    json["packet_lengths"] = Json::array();
    for (const LengthShare& length : traffic.lengths) {
      json["packet_lengths"].push_back({{"flits", length.flits}, {"share", per_million(length.millionths)}});
    }
  }
  if (traffic.bursts.any()) {
    json["bursts"] = {{"cycles", traffic.bursts.cycles}, {"share", per_million(traffic.bursts.share)}};
  }
  if (traffic.urgent.any()) {
    json["urgent"] = {{"share", per_million(traffic.urgent.share)}, {"flits", traffic.urgent.flits}};
  }
  if (traffic.reply.any()) json["reply"] = {{"flits", traffic.reply.flits}, {"cycles", traffic.reply.cycles}};
}

}  // namespace

std::string network_json(const NetworkExperiment& experiment, const NetworkResult& result, const Provenance& from) {
  Json json = {{"schema", "gantry-network-1"},
               {"experiment", experiment.name},
               {"seed", experiment.seed},
               {"complete", result.complete},
               {"topology", experiment.interconnect.topology},
               {"nodes", experiment.grid.nodes()},
               {"router", experiment.interconnect.router == RouterKind::pipelined ? "pipelined" : "low_latency"},
               {"arbitration", experiment.interconnect.arbitration == Arbitration::age ? "age" : "round_robin"},
               {"routing", experiment.interconnect.routing},
               {"pattern", experiment.traffic.pattern}};
  add_traffic(json, experiment.traffic);
  if (result.bounds) {
    json["bounds"] = {{"accepted", result.bounds->throughput},
                      {"accepted_in_all", known(result.bounds->in_all)},
                      {"hops", result.bounds->hops},
                      {"zero_load_latency", known(result.bounds->zero_load)}};
    if (experiment.traffic.reply.any()) json["bounds"]["round_trip"] = known(result.bounds->round_trip);
  }
  if (experiment.traffic.rates.size() > 1) {
    json["points"] = Json::array();
    for (const NetworkPoint& point : result.points) {
      Json entry;
      add_point(entry, point, experiment);
      json["points"].push_back(std::move(entry));
    }
  } else if (!result.points.empty()) {
    add_point(json, result.points.front(), experiment);
  }
  if (result.saturation && (result.complete || !result.saturation->tried.empty())) {
    json["saturation"] = saturation_json(*result.saturation, experiment, *result.bounds, result.complete);
  }
  const SimulatedRuns simulated = result.simulated();
  json["simulated"] = {{"runs", simulated.runs}, {"cycles", simulated.cycles}};
  json["provenance"] = provenance_json(from);
  return json.dump(2) + '\n';
}

}  // namespace gantry
