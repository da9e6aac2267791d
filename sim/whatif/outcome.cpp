// SPDX-License-Identifier: Apache-2.0
#include "whatif/outcome.h"

#include <nlohmann/json.hpp>
#include <utility>

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

void take_streams(Outcome& outcome, const nlohmann::json& summary, const std::string& name) {
  const auto has = [&](const char* key) { return summary.contains(key) && summary[key].is_object(); };
  if (has("stream")) {
    outcome.streams.push_back(response(summary, "stream", name));
    outcome.streams.back().done = metric<std::uint64_t>(summary, "stream.tasks");
  }
  if (!has("streams")) return;
  const nlohmann::json& list = summary["streams"]["list"];
  for (std::size_t s = 0; s < list.size(); ++s) {
    const std::string of = "streams.list." + std::to_string(s);
    StreamOutcome& stream = outcome.streams.emplace_back(response(summary, of, list[s]["name"]));
    stream.done = metric<std::uint64_t>(summary, of + ".instances.done");
    if (const nlohmann::json& stable = list[s]["stable"]; stable.is_boolean()) stream.stable = stable.get<bool>();
  }
}

/// "the cycle limit was reached in cycle 20000, 1 tasks unfinished"
std::string unfinished_text(const nlohmann::json& summary) {
  const std::string end = summary["end"];
  std::string reason;
  for (const RunEnd one : {RunEnd::deadlock, RunEnd::cycle_limit, RunEnd::interrupted}) {
    if (name(one) == end) reason = why(one);
  }
  return reason + " in cycle " + std::to_string(metric<Cycle>(summary, "cycles")) + ", " +
         std::to_string(metric<std::uint64_t>(summary, "tasks.unfinished")) + " tasks unfinished";
}

}  // namespace

void take_run(Outcome& outcome, const RanPoint& ran, const std::string& stream) {
  if (!ran.ended) {
    outcome.state = OutcomeState::failed;
    outcome.message = ran.message;
    return;
  }
  const nlohmann::json summary = nlohmann::json::parse(ran.summary);
  if (ran.state != PointState::done) {
    outcome.state = OutcomeState::unfinished;
    outcome.message = unfinished_text(summary);
    return;
  }
  outcome.state = OutcomeState::done;
  outcome.cycles = metric<Cycle>(summary, "cycles");
  take_streams(outcome, summary, stream);
}

}  // namespace gantry
