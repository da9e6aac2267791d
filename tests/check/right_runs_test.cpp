// SPDX-License-Identifier: Apache-2.0
// `gantry check` finds nothing wrong with a run as it was written, whatever the machine: complete or given up, with and
// without the files that its workload came from.
#include <cstdlib>
#include <string>

#include "../machine/experiment_shrink.h"
#include "catch.h"
#include "check/check_run.h"
#include "corruption_runs.h"
#include "experiment/feasibility.h"
#include "random_experiment.h"
#include "repeat/repeated_run.h"
#include "sanitized.h"

namespace gantry::right_runs_test {

namespace {

/// GANTRY_SEEDS=FROM: from another seed on.
std::uint64_t first_seed() {
  const char* text = std::getenv("GANTRY_SEEDS");
  return text == nullptr ? 1 : std::stoull(text);
}
std::uint64_t seeds() {
  const char* text = std::getenv("GANTRY_RUNS");
  return text != nullptr ? std::stoull(text) : kSanitized ? 10 : 150;
}

bool feasible(const Experiment& experiment) {
  Diagnostics ignored;
  return check_feasible(experiment, ignored);
}

void find_nothing(const std::string& directory) {
  CheckReport report = check_run(directory);
  add_repeated_run(directory, report);
  REQUIRE(report.errors == std::vector<std::string>());
  CHECK(report.result.back().find("; repeated: ") != std::string::npos);
}

}  // namespace

TEST_CASE("nothing is wrong with runs of random machines") {
  std::uint64_t runs = 0;
  for (std::uint64_t seed = first_seed(); runs < seeds(); ++seed) {
    Experiment drawn = random_experiment(seed);
    if (drawn.processor_choice == "fixed") drawn.processor_choice = "least_loaded";  // goes with a plan
    drawn.max_cycles = seed % 5 == 0 ? 400 : 100000;
    if (seed % 4 == 2) add_multicast(drawn);
    if (seed % 8 >= 6) add_preload(drawn);
    if (seed % 8 == 5) add_loads(drawn);
    if (seed % 8 == 3) add_different_jobs(drawn);
    if (!feasible(drawn)) continue;
    const InputFiles files;
    std::string text = experiment_text(drawn);
    text +=
        std::string("output: {packets: ") + (seed % 3 == 0 ? "false" : "true") + ", trace: false, pictures: false}\n";
    if (seed % 8 == 1) text += "faults: [{memory: 0, kind: error, mean_cycles: 1000}]\n";
    if (seed % 8 == 4) text += "faults: [{processor: p0, kind: hang, mean_cycles: 1000, cycles: 200}]\n";
    if (seed % 8 == 1) {
      text += "faults: [{link: [0, 1], kind: die, at: 300}, {link: [1, 2], kind: die, at: 350, drain: true}, ";
      text += "{link: [0, 1], kind: corrupt, at: 100}, {link: [1, 2], kind: corrupt, mean_cycles: 1000}]\n";
    }
    // Lists of links and graphs have forms of their own, which the text of an experiment leaves out.
    Diagnostics not_written;
    const std::string directory = run_if_possible(files, "run", text, not_written);
    if (directory.empty()) continue;
    ++runs;
    INFO("seed " << seed << '\n' << text);
    find_nothing(directory);
  }
}

TEST_CASE("a run that cannot be repeated is checked without, and the report says so") {
  const InputFiles files;
  const std::string directory = run_into(files, "gang", kGangExperiment);
  std::filesystem::remove(directory + "/experiment.yaml");
  CheckReport report = check_run(directory);
  add_repeated_run(directory, report);
  CHECK(report.status == 0);
  CHECK(report.result.back().find("skipped: the run once more (") == 0);
}

}  // namespace gantry::right_runs_test
