// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_summary.h"

#include <utility>

#include "output/cost_report.h"
#include "result/result_writer.h"
#include "result/rounding.h"
#include "result/serving_summary.h"

namespace gantry {
namespace {

constexpr const char* kNoFigures = "the machine of inference nodes has no figures";

/// Completions per second with the ends of its 95 % interval, which are the inverses of those of the time between two.
ServingSummary::Throughput throughput(const LatencyMeter& meter, double clock_mhz) {
  ServingSummary::Throughput result;
  const auto rate = [&](Precise cycles) {
    return cycles > 0 ? std::optional<double>(per_second(cycles, clock_mhz)) : std::nullopt;
  };
  const Estimate between = meter.interdeparture();
  result.per_second = rate(meter.precise_interdeparture());
  if (between.has_interval) {
    result.low = rate(static_cast<Precise>(between.mean + between.half_width));
    result.high = rate(static_cast<Precise>(between.mean - between.half_width));
  }
  result.interdeparture_cycles = between;
  return result;
}

ServingSummary::Latency latency(LatencyMeter& meter) {
  return {meter.mean(),         meter.warm_up(),      meter.percentile(50),
          meter.percentile(90), meter.percentile(99), meter.percentile(100)};
}

ServingSummary::Wait wait(const WaitMeter& meter) { return {ratio(meter.sum, meter.count), meter.longest}; }

std::vector<ServingSummary::Kind> kinds(const ServingExperiment& experiment, ServingStatistics& measured) {
  std::vector<ServingSummary::Kind> list;
  for (std::size_t k = 0; k < experiment.config.kinds.size(); ++k) {
    const SessionKind& kind = experiment.config.kinds[k];
    ServingSummary::Kind& to = list.emplace_back();
    to.name = kind.name;
    to.priority = kind.priority;
    to.sessions = experiment.streams[k].count;
    to.completed = measured.kinds[k].count();
    for (const SessionKind::Visit& visit : kind.visits) to.nodes.push_back(experiment.config.nodes[visit.node].name);
    to.latency = latency(measured.kinds[k]);
    to.throughput = throughput(measured.kinds[k], experiment.config.clock_mhz);
    to.wait = wait(measured.kind_waits[k]);
  }
  return list;
}

std::vector<ServingSummary::Node> nodes(const ServingExperiment& experiment, const ServingStats& stats,
                                        const ServingStatistics& measured) {
  std::vector<ServingSummary::Node> list;
  for (std::size_t n = 0; n < experiment.config.nodes.size(); ++n) {
    const InferenceNodeConfig& node = experiment.config.nodes[n];
    const ServingStats::Node& done = stats.nodes[n];
    ServingSummary::Node& to = list.emplace_back();
    to.name = node.name;
    to.batch_limit = node.batch_limit;
    to.compute = to_double(node.compute);
    for (std::size_t size = 1; size < measured.batch_sizes[n].size(); ++size) {
      const std::uint64_t count = measured.batch_sizes[n][size];
      if (count == 0) continue;
      to.batch_sizes.push_back({size, count});
      to.batches += count;
      to.requests += count * size;
    }
    to.batch_mean = ratio(to.requests, to.batches);
    to.busy_cycles = done.served.busy_cycles;
    to.utilization = ratio(to.busy_cycles, stats.cycles);
    to.held_cycles = done.held_cycles;
    to.wait = wait(measured.node_waits[n]);
  }
  return list;
}

void add_rated(const ServingConfig& config, const ServingStats& stats, ServingSummary& to) {
  Uint128 held = 0;
  Precise compute = 0;  // in units of an amount, over all cycles
  for (std::size_t n = 0; n < config.nodes.size(); ++n) {
    held += stats.nodes[n].held_cycles;
    compute += static_cast<Precise>(stats.nodes[n].held_cycles) * static_cast<Precise>(config.nodes[n].compute);
  }
  if (stats.cycles > 0) compute /= static_cast<Precise>(stats.cycles);
  to.places.mean = quotient(held, stats.cycles);
  to.compute.mean = static_cast<double>(compute / static_cast<Precise>(to_amount({1, 0})));
  const Rating& rated = config.scheduler.rated;
  if (rated.count) to.places.rated = *rated.count;
  to.places.max = stats.most_places;
  to.compute.max = to_double(stats.most_compute);
  if (!rated.compute) return;
  to.compute.rated = to_double(*rated.compute);
  to.compute.fill = static_cast<double>(compute / static_cast<Precise>(*rated.compute));
}

}  // namespace

std::string serving_summary_json(const ServingExperiment& experiment, const ServingRunInfo& info,
                                 const ServingStats& stats, ServingStatistics& measured) {
  ServingSummary summary;
  summary.experiment = experiment.name;
  summary.clock_mhz = experiment.config.clock_mhz;
  summary.seed = experiment.seed;
  summary.complete = stats.end == RunEnd::complete;
  summary.end = stats.end;
  summary.cycles = stats.cycles;
  summary.sessions_arrived = stats.sessions_arrived;
  summary.sessions_completed = stats.sessions_completed;
  summary.sessions_unfinished = stats.sessions_unfinished;
  summary.latency = latency(measured.all);
  summary.throughput = throughput(measured.all, experiment.config.clock_mhz);
  summary.kinds = kinds(experiment, measured);
  summary.nodes = nodes(experiment, stats, measured);
  summary.policy = experiment.config.scheduler.policy;
  summary.decisions = stats.decisions;
  add_rated(experiment.config, stats, summary);
  summary.blocks = stats.blocks;
  summary.interconnect = stats.interconnect;
  summary.cost = no_cost(kNoFigures);
  summary.provenance = info.provenance;
  summary.outputs = info.outputs;
  summary.diagnosis = stats.diagnosis;
  return results_text(summary);
}

}  // namespace gantry
