// SPDX-License-Identifier: Apache-2.0
#include "network/network_json.h"

#include <nlohmann/json.hpp>

#include "report/summary_parts.h"

namespace gantry {
namespace {

constexpr const char* kPatterns[] = {"uniform",  "transpose", "bit_complement", "tornado",
                                     "neighbor", "hotspot",   "trace"};

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

void add_point(Json& to, const NetworkPoint& point, bool trace) {
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
  to["hops"] = point.hops;
  to["packets"] = point.packets;
  if (!trace) {
    to["warm_up_cycles"] = point.warm_up_cycles;
    to["measured_cycles"] = point.measured_cycles;
    to["drain_cycles"] = point.drain_cycles;
  }
  to["cycles"] = point.cycles;
  to["flit_hops"] = point.flit_hops;
}

/// `complete`: of a search that was cut short, what it has not found is not there.
Json saturation_json(const NetworkSaturation& found, std::uint64_t flits, bool complete) {
  Json json;
  if (found.best) {
    add_point(json, *found.best, false);
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
    const auto interval = saturation_interval(found, flits);
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

}  // namespace

std::string network_json(const NetworkExperiment& experiment, const NetworkResult& result, const Provenance& from) {
  const bool trace = experiment.traffic.pattern == TrafficPattern::trace;
  Json json = {{"schema", "gantry-network-1"},
               {"experiment", experiment.name},
               {"seed", experiment.seed},
               {"complete", result.complete},
               {"topology", experiment.interconnect.topology},
               {"nodes", experiment.grid.nodes()},
               {"router", experiment.interconnect.router == RouterKind::pipelined ? "pipelined" : "low_latency"},
               {"arbitration", experiment.interconnect.arbitration == Arbitration::age ? "age" : "round_robin"},
               {"pattern", kPatterns[static_cast<std::size_t>(experiment.traffic.pattern)]}};
  if (!trace) json["packet_flits"] = experiment.traffic.packet_flits;
  if (result.bounds) {
    json["bounds"] = {{"accepted", result.bounds->throughput},
                      {"accepted_in_all", result.bounds->in_all ? Json(*result.bounds->in_all) : Json(nullptr)},
                      {"hops", result.bounds->hops},
                      {"zero_load_latency", result.bounds->zero_load}};
  }
  if (experiment.traffic.rates.size() > 1) {
    json["points"] = Json::array();
    for (const NetworkPoint& point : result.points) {
      Json entry;
      add_point(entry, point, trace);
      json["points"].push_back(std::move(entry));
    }
  } else if (!result.points.empty()) {
    add_point(json, result.points.front(), trace);
  }
  if (result.saturation && (result.complete || !result.saturation->tried.empty())) {
    json["saturation"] = saturation_json(*result.saturation, experiment.traffic.packet_flits, result.complete);
  }
  json["provenance"] = provenance_json(from);
  return json.dump(2) + '\n';
}

}  // namespace gantry
