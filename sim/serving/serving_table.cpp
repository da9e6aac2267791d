// SPDX-License-Identifier: Apache-2.0
// The summary that `gantry run` prints after a serving run.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "result/percentile_rule.h"
#include "result/rounding.h"
#include "result/run_parts.h"
#include "serving/serving_summary.h"

namespace gantry {

std::string serving_table(const ServingExperiment& experiment, const ServingStats& stats, ServingStatistics& measured) {
  const ServingConfig& config = experiment.config;
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}  seed {}\n", experiment.name, experiment.seed);
  fmt::format_to(out, "  {} cycles at {} MHz, {} of {} sessions completed\n", stats.cycles, config.clock_mhz,
                 stats.sessions_completed, stats.sessions_completed + stats.sessions_unfinished);
  const Estimate between = measured.all.interdeparture();
  if (between.mean > 0) {
    const double rate = per_second(measured.all.precise_interdeparture(), config.clock_mhz);
    fmt::format_to(out, "  throughput {:.6g} sessions per second", rate);
    if (between.has_interval) fmt::format_to(out, " +- {:.2g} %", 100.0 * between.half_width / between.mean);
    fmt::format_to(out, "\n");
  }
  fmt::format_to(out, "  scheduler  {}, {} decisions\n\n", config.scheduler.policy, stats.decisions);
  std::size_t width = 7;
  for (const SessionKind& kind : config.kinds) width = std::max(width, kind.name.size());
  for (const InferenceNodeConfig& node : config.nodes) width = std::max(width, node.name.size());
  fmt::format_to(out, "  {:<{}}  {:>9}  {:>12}  {:>12}  {:>12}  {:>13}\n", "session", width, "completed",
                 "mean latency", "p50", "p99", "longest wait");
  bool few = false;
  for (std::size_t k = 0; k < config.kinds.size(); ++k) {
    LatencyMeter& meter = measured.kinds[k];
    few = few || rests_on_few(99, meter.count());
    fmt::format_to(out, "  {:<{}}  {:>9}  {:>12.1f}  {:>12}  {:>12}  {:>13}\n", config.kinds[k].name, width,
                   meter.count(), meter.mean().mean, meter.percentile(50),
                   marked_percentile(fmt::to_string(meter.percentile(99)), 99, meter.count()),
                   measured.kind_waits[k].longest);
  }
  if (few) fmt::format_to(out, "{}", kFewInstancesNote);
  fmt::format_to(out, "\n  {:<{}}  {:>9}  {:>12}  {:>12}  {:>12}  {:>13}\n", "node", width, "batches", "mean batch",
                 "busy", "mean wait", "longest wait");
  for (std::size_t n = 0; n < config.nodes.size(); ++n) {
    const InferenceNodeStats& served = stats.nodes[n].served;
    const WaitMeter& wait = measured.node_waits[n];
    fmt::format_to(out, "  {:<{}}  {:>9}  {:>12.2f}  {:>10.1f} %  {:>12.1f}  {:>13}\n", config.nodes[n].name, width,
                   served.batches, ratio(served.requests, served.batches),
                   100.0 * ratio(served.busy_cycles, stats.cycles), ratio(wait.sum, wait.count), wait.longest);
  }
  return fmt::to_string(text);
}

}  // namespace gantry
