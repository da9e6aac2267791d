// SPDX-License-Identifier: Apache-2.0
#include "whatif/outcome.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "gantry/base/quotient.h"
#include "metric/metric.h"
#include "point/point_run.h"
#include "result/run_parts.h"

namespace gantry {
namespace {

/// Returns a metric; 0: the summary has null there.
template <class Number>
Number metric(const nlohmann::json& summary, const std::string& path) {
  std::size_t at = 0;
  const Result<MetricPath> read = read_metric(path, at);
  const auto found = find_metric(summary, *read, "the summary");
  return found ? (*found)->get<Number>() : Number{};
}

StreamOutcome response(const nlohmann::json& summary, const std::string& of, std::string name) {
  StreamOutcome stream;
  stream.name = std::move(name);
  stream.mean = metric<double>(summary, of + ".response_cycles.mean");
  stream.p99 = metric<std::uint64_t>(summary, of + ".response_cycles.p99");
  return stream;
}

void take_streams(SeedRun& run, const nlohmann::json& summary, const std::string& name) {
  const auto has = [&](const char* key) { return summary.contains(key) && summary[key].is_object(); };
  if (has("stream")) {
    run.streams.push_back(response(summary, "stream", name));
    run.streams.back().done = metric<std::uint64_t>(summary, "stream.tasks");
  }
  if (!has("streams")) return;
  const nlohmann::json& list = summary["streams"]["list"];
  for (std::size_t s = 0; s < list.size(); ++s) {
    const std::string of = "streams.list." + std::to_string(s);
    StreamOutcome& stream = run.streams.emplace_back(response(summary, of, list[s]["name"]));
    stream.done = metric<std::uint64_t>(summary, of + ".instances.done");
    if (const nlohmann::json& stable = list[s]["stable"]; stable.is_boolean()) stream.stable = stable.get<bool>();
  }
}

/// "the cycle limit was reached in cycle 20000, 1 tasks unfinished"
std::string unfinished_text(const nlohmann::json& summary) {
  const std::string end = summary["end"];
  std::string reason;
  for (const RunEnd one :
       {RunEnd::deadlock, RunEnd::cycle_limit, RunEnd::interrupted, RunEnd::failed, RunEnd::cut_off}) {
    if (name(one) == end) reason = why(one);
  }
  return reason + " in cycle " + std::to_string(metric<Cycle>(summary, "cycles")) + ", " +
         std::to_string(metric<std::uint64_t>(summary, "tasks.unfinished")) + " tasks unfinished";
}

/// Means over the seeds of runs that are done.
std::vector<StreamOutcome> mean_streams(const std::vector<SeedRun>& runs) {
  std::vector<StreamOutcome> streams = runs.front().streams;
  if (runs.size() == 1) return streams;
  for (std::size_t s = 0; s < streams.size(); ++s) {
    Uint128 done = 0;
    Precise mean = 0;
    Uint128 p99 = 0;
    for (const SeedRun& run : runs) {
      const StreamOutcome& one = run.streams[s];
      done += one.done;
      mean += static_cast<Precise>(one.mean);
      p99 += one.p99;
      if (one.stable == false || !streams[s].stable) streams[s].stable = one.stable;
    }
    streams[s].done = nearest_integer(done, runs.size());
    streams[s].mean = static_cast<double>(mean / static_cast<Precise>(runs.size()));
    streams[s].p99 = nearest_integer(p99, runs.size());
  }
  return streams;
}

Cycle mean_cycles(const std::vector<SeedRun>& runs) {
  Uint128 sum = 0;
  for (const SeedRun& run : runs) sum += run.cycles;
  return nearest_integer(sum, runs.size());
}

}  // namespace

SeedRun seed_run(const RanPoint& ran, const std::string& stream) {
  SeedRun run;
  if (!ran.ended) {
    run.state = OutcomeState::failed;
    run.message = ran.message;
    return run;
  }
  const nlohmann::json summary = nlohmann::json::parse(ran.summary);
  if (ran.state != PointState::done) {
    run.state = OutcomeState::unfinished;
    run.message = unfinished_text(summary);
    return run;
  }
  run.state = OutcomeState::done;
  run.cycles = metric<Cycle>(summary, "cycles");
  take_streams(run, summary, stream);
  return run;
}

void take_runs(Outcome& outcome, std::vector<SeedRun> runs, std::uint64_t first_seed) {
  for (const OutcomeState worst : {OutcomeState::failed, OutcomeState::unfinished}) {
    const auto at = std::find_if(runs.begin(), runs.end(), [&](const SeedRun& run) { return run.state == worst; });
    if (at == runs.end()) continue;
    outcome.state = worst;
    outcome.message = at->message;
    if (runs.size() > 1)
      outcome.message =
          "seed " + std::to_string(first_seed + static_cast<std::uint64_t>(at - runs.begin())) + ": " + at->message;
    return;
  }
  outcome.state = OutcomeState::done;
  outcome.cycles = mean_cycles(runs);
  outcome.streams = mean_streams(runs);
  outcome.runs = std::move(runs);
}

}  // namespace gantry
