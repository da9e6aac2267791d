// SPDX-License-Identifier: Apache-2.0
// Where instances of streams spent their time: sums that hold on every run, and what a hand derives.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "explain/explained_run.h"
#include "gantry/explain/cause_graph.h"
#include "gantry/explain/relief.h"
#include "program_run.h"
#include "random_experiment.h"
#include "sanitized.h"

namespace gantry::response_paths_test {

namespace {

using Json = nlohmann::json;

/// Two processors. Every 9,000 cycles a long instance takes both for 4,000 cycles; short ones arrive every 1,000.
std::string tenants(const std::string& deadline) {
  return R"(
architecture:
  processors: [{count: 2}]
workload:
  streams:
    - name: short
      workload: {tasks: [{id: s, cycles: 300}]}
      arrivals: {process: periodic, interval_cycles: 1000}
      count: 16
      deadline_cycles: )" +
         deadline + R"(
    - name: long
      workload: {tasks: [{id: l, cycles: 4000, jobs: 2}]}
      arrivals: {process: periodic, interval_cycles: 9000}
      count: 2
)";
}

Json run(const InputFiles& files, const std::string& text, std::string& said) {
  files.write("e.yaml", text);
  ProgramRun program(files, {"run", "e.yaml", "--out", "out"});
  REQUIRE(program.finish() == 0);
  Json summary = Json::parse(file_text(files.path("out/summary.json")));
  said.clear();
  for (const Json& sentence : summary["verdict"]) said += sentence.get<std::string>() + ' ';
  return summary;
}

std::uint64_t sum(const Json& counts) {
  std::uint64_t all = 0;
  for (const auto& count : counts) all += count.get<std::uint64_t>();
  return all;
}

}  // namespace

TEST_CASE("late instances are judged: behind whom they waited, and what would have brought them in time") {
  const InputFiles files;
  std::string said;
  const Json summary = run(files, tenants("1500"), said);
  const Json& path = summary["response_path"];
  const Json& stream = summary["streams"]["list"][0];
  CHECK(path["judged"] == "late");
  // All records are kept, so all late ones are judged. Each computes for 300 cycles itself.
  CHECK(path["instances"] == stream["deadline"]["misses"]);
  CHECK(path["instances"] == 6);
  CHECK(sum(path["causes"]) == path["cycles"]);
  CHECK(path["causes"]["compute"].get<std::uint64_t>() - path["behind"]["long"].get<std::uint64_t>() ==
        6 * 300 + path["behind"]["short"].get<std::uint64_t>());
  CHECK(path["in_time"]["processors"] == 6);
  CHECK(path["in_time"]["transfers"] == 0);
  CHECK(said.find("6 of 16 instances with a deadline are late: 6 of 16 of short.") != std::string::npos);
  CHECK(said.find("behind instances of long") != std::string::npos);
  CHECK(said.find("would have brought 6 of them in time") != std::string::npos);
  CHECK(said.find("First try processors.count") != std::string::npos);

  // With the processors that it names all are in time.
  ProgramRun program(files, {"run", "e.yaml", "--out", "more", "--set", "architecture.processors.0.count=4"});
  REQUIRE(program.finish() == 0);
  CHECK(program.out().find("All 16 instances with a deadline are in time.") != std::string::npos);
}

TEST_CASE("if none is late, all instances are judged, and their response times are those of the streams") {
  const InputFiles files;
  std::string said;
  const Json summary = run(files, tenants("100000"), said);
  const Json& path = summary["response_path"];
  CHECK(path["judged"] == "all");
  CHECK(path["instances"] == 18);
  CHECK(sum(path["causes"]) == path["cycles"]);
  CHECK(sum(path["in_time"]) == 0);
  // Nothing is faster without something that took no time, and nothing is slower.
  for (const auto& without : path["without"]) CHECK(without <= path["cycles"]);
  CHECK(path["without"]["transfers"] == path["cycles"]);
  CHECK(said.find("All 16 instances with a deadline are in time.") != std::string::npos);
}

TEST_CASE("tasks of a stream are judged from the first record on that is kept") {
  const InputFiles files;
  std::string said;
  const Json summary = run(files, R"(
architecture: {processors: [{count: 4}]}
workload: {generator: poisson, tasks: 20000, interval_cycles: 200, cycles: 500, weight: 1}
)",
                           said);
  const Json& path = summary["response_path"];
  CHECK(path["judged"] == "all");
  CHECK(path["instances"] > 4000);
  CHECK(path["instances"] < 8192);
  CHECK(sum(path["causes"]) == path["cycles"]);
  CHECK(path["causes"]["earlier"] == 0);
  CHECK(said.find("Random: workload.generator. This is one seed of many.") != std::string::npos);
}

TEST_CASE("nothing is later without something that took no time, whatever records are kept") {
  int runs = 0;
  for (std::uint64_t seed = 1; runs < (kSanitized ? 20 : 100); ++seed) {
    Experiment experiment = random_experiment(seed);
    experiment.max_cycles = 20000;
    if (!can_run(experiment)) continue;
    const RecordedRun run = record_run(experiment, {});
    if (run.end != RunEnd::complete) continue;
    ++runs;
    for (const std::size_t kept : {std::size_t{4}, RunHistory::kAll}) {
      const RunHistory history = history_of(run, kept);
      const CauseGraph graph(experiment.architecture, history);
      std::vector<Event> events;
      graph.for_each_task([&](std::uint32_t place) { events.push_back({Station::completed, place}); });
      const std::vector<Relieved> without = relieved(graph, events);
      for (std::size_t i = 0; i < events.size(); ++i) {
        const Cycle time = graph.time(events[i]);
        INFO("seed " << seed << ", completed in " << time << ", all known from " << graph.known_from());
        for (const Cycle relieved_time : without[i]) {
          CHECK(relieved_time <= time);
          CHECK(relieved_time >= std::min(time, graph.known_from()));
        }
      }
    }
  }
}

}  // namespace gantry::response_paths_test
