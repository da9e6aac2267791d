// SPDX-License-Identifier: Apache-2.0
// No run is shorter than its bounds, and each of them is reached by a machine that has too little of just that.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.h"
#include "explain/explained_run.h"
#include "program_run.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::bounds_test {

TEST_CASE("no random machine is faster than any of its bounds") {
  std::map<std::string, std::uint64_t> binds;
  std::map<std::string, double> tightest;
  const std::uint64_t most = kSanitized ? 300 : 3000;
  for (std::uint64_t seed = 1; seed <= most; ++seed) {
    Experiment experiment = random_experiment(seed);
    if (seed % 4 == 0) add_different_jobs(experiment);
    experiment.background.reset();
    experiment.max_cycles = 3000000;
    if (!can_run(experiment)) continue;
    const RecordedRun run = record_run(experiment, {});
    if (run.end != RunEnd::complete) continue;
    const Bounds bounds = bounds_of(experiment);
    INFO("seed " << seed);
    for (std::size_t b = 0; b < kBoundCount; ++b) {
      INFO(kBounds[b].name << ": " << bounds.cycles[b] << " of " << run.stats.cycles);
      CHECK(bounds.cycles[b] <= run.stats.cycles);
      double& tight = tightest[std::string(kBounds[b].name)];
      tight = std::max(tight, static_cast<double>(bounds.cycles[b]) / static_cast<double>(run.stats.cycles));
    }
    ++binds[std::string(name(bounds.binding()))];
  }
  if (kSanitized) return;
  // Of every kind there are machines that it binds, or that come close to it: among many.
  CHECK(tightest["round_trips"] == 1.0);
  for (const char* tight :
       {"arrivals", "fetch", "longest_path", "memory", "memory_requests", "processor_places", "task_ids", "work"}) {
    INFO(tight << ' ' << tightest[tight]);
    CHECK(tightest[tight] > 0.8);
  }
  CHECK(binds.size() > 12);
}

TEST_CASE("every bound is in the schema of a summary and in docs/, by its line in the table") {
  const std::string page = file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/explaining.md");
  std::string rows = "| bound | of | give way to it |\n| --- | --- | --- |\n";
  std::vector<std::string> names;
  for (const BoundRow& row : kBounds) {
    rows += "| `" + std::string(row.name) + "` | " + std::string(row.meaning) + " | " + std::string(row.keys) + " |\n";
    names.emplace_back(row.name);
  }
  CHECK(page.find('\n' + rows + '\n') != std::string::npos);
  const InputFiles files;
  ProgramRun run(files, {"schema", "summary"});
  REQUIRE(run.finish() == 0);
  const auto schema = nlohmann::ordered_json::parse(run.out())["properties"]["bounds"];
  CHECK(schema["properties"]["binding"]["enum"] == nlohmann::ordered_json(names));
  names.emplace_back("binding");
  names.emplace_back("share");
  CHECK(schema["required"] == nlohmann::ordered_json(names));
}

}  // namespace gantry::bounds_test
