// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_summary.h"

#include "report/cost_report.h"
#include "report/summary_parts.h"
#include "result/output_names.h"

namespace gantry {
namespace {

double mean(std::uint64_t sum, std::uint64_t count) { return ratio(sum, count); }

/// Completions per second with the ends of its 95 % interval, which are the inverses of those of the time between two.
Json throughput_json(const Estimate& between, double clock_mhz) {
  const auto rate = [&](double cycles) { return cycles > 0 ? Json(clock_mhz * 1e6 / cycles) : Json(nullptr); };
  Json json = {{"per_second", rate(between.mean)}};
  json["low"] = between.has_interval ? rate(between.mean + between.half_width) : Json(nullptr);
  json["high"] = between.has_interval ? rate(between.mean - between.half_width) : Json(nullptr);
  json["interdeparture_cycles"] = estimate_json(between);
  return json;
}

Json latency_json(LatencyMeter& meter) {
  Json json = estimate_json(meter.mean());
  json["warm_up"] = meter.warm_up();
  for (const std::uint64_t percent : {50U, 90U, 99U}) json["p" + std::to_string(percent)] = meter.percentile(percent);
  json["max"] = meter.percentile(100);
  return json;
}

Json wait_json(const WaitMeter& wait) { return {{"mean", mean(wait.sum, wait.count)}, {"longest", wait.longest}}; }

Json kinds_json(const ServingExperiment& experiment, ServingStatistics& measured) {
  Json list = Json::array();
  for (std::size_t k = 0; k < experiment.config.kinds.size(); ++k) {
    const SessionKind& kind = experiment.config.kinds[k];
    Json nodes = Json::array();
    for (const SessionKind::Visit& visit : kind.visits) nodes.push_back(experiment.config.nodes[visit.node].name);
    list.push_back({{"name", kind.name},
                    {"priority", kind.priority},
                    {"sessions", experiment.streams[k].count},
                    {"completed", measured.kinds[k].count()},
                    {"nodes", std::move(nodes)},
                    {"latency_cycles", latency_json(measured.kinds[k])},
                    {"throughput", throughput_json(measured.kinds[k].interdeparture(), experiment.config.clock_mhz)},
                    {"wait_cycles", wait_json(measured.kind_waits[k])}});
  }
  return list;
}

Json nodes_json(const ServingExperiment& experiment, const ServingStats& stats, const ServingStatistics& measured) {
  Json list = Json::array();
  for (std::size_t n = 0; n < experiment.config.nodes.size(); ++n) {
    const InferenceNodeConfig& node = experiment.config.nodes[n];
    const ServingStats::Node& done = stats.nodes[n];
    Json sizes = Json::array();
    std::uint64_t batches = 0;
    std::uint64_t requests = 0;
    for (std::size_t size = 1; size < measured.batch_sizes[n].size(); ++size) {
      const std::uint64_t count = measured.batch_sizes[n][size];
      if (count == 0) continue;
      sizes.push_back({{"requests", size}, {"batches", count}});
      batches += count;
      requests += count * size;
    }
    list.push_back({{"name", node.name},
                    {"batch_limit", node.batch_limit},
                    {"compute", to_double(node.compute)},
                    {"batches", batches},
                    {"requests", requests},
                    {"batch_mean", mean(requests, batches)},
                    {"batch_sizes", std::move(sizes)},
                    {"busy_cycles", done.served.busy_cycles},
                    {"utilization", ratio(done.served.busy_cycles, stats.cycles)},
                    {"held_cycles", done.held_cycles},
                    {"wait_cycles", wait_json(measured.node_waits[n])}});
  }
  return list;
}

/// Mean compute of the nodes that hold a place, and of the places themselves.
struct Fill {
  double compute = 0.0;
  double places = 0.0;
};

Fill mean_fill(const ServingConfig& config, const ServingStats& stats) {
  Fill fill;
  for (std::size_t n = 0; n < config.nodes.size(); ++n) {
    const double share = ratio(stats.nodes[n].held_cycles, stats.cycles);
    fill.places += share;
    fill.compute += share * to_double(config.nodes[n].compute);
  }
  return fill;
}

Json rated_json(const ServingConfig& config, const ServingStats& stats) {
  const Rating& rated = config.scheduler.rated;
  const Fill fill = mean_fill(config, stats);
  Json places = {{"rated", nullptr}, {"mean", fill.places}, {"max", stats.most_places}};
  if (rated.count) places["rated"] = *rated.count;
  Json compute = {
      {"rated", nullptr}, {"mean", fill.compute}, {"max", to_double(stats.most_compute)}, {"fill", nullptr}};
  if (rated.compute) {
    compute["rated"] = to_double(*rated.compute);
    compute["fill"] = fill.compute / to_double(*rated.compute);
  }
  return {{"places", std::move(places)}, {"compute", std::move(compute)}};
}

}  // namespace

std::string serving_summary_json(const ServingExperiment& experiment, const ServingRunInfo& info,
                                 const ServingStats& stats, ServingStatistics& measured) {
  Json root = Json::object();
  root["schema"] = kServingSchema;
  root["experiment"] = experiment.name;
  root["clock_mhz"] = experiment.config.clock_mhz;
  root["seed"] = experiment.seed;
  root["complete"] = stats.end == RunEnd::complete;
  root["end"] = name(stats.end);
  root["cycles"] = stats.cycles;
  root["sessions"] = {{"arrived", stats.sessions_arrived},
                      {"completed", stats.sessions_completed},
                      {"unfinished", stats.sessions_unfinished}};
  root["latency_cycles"] = latency_json(measured.all);
  root["throughput"] = throughput_json(measured.all.interdeparture(), experiment.config.clock_mhz);
  root["kinds"] = kinds_json(experiment, measured);
  root["nodes"] = nodes_json(experiment, stats, measured);
  root["scheduler"] = {{"policy", experiment.config.scheduler.policy}, {"decisions", stats.decisions}};
  root["rated"] = rated_json(experiment.config, stats);
  root["blocks"] = blocks_json(stats.blocks);
  root["interconnect"] = interconnect_json(stats.interconnect);
  root["cost"] = no_cost_json("the machine of inference nodes has no figures");
  root["provenance"] = provenance_json(info.provenance);
  root["outputs"] = info.outputs;
  root["diagnosis"] = stats.diagnosis;
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry
