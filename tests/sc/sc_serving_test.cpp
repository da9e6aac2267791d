// SPDX-License-Identifier: Apache-2.0
// Batch serving under the SystemC kernel and under the cycle loop: the same bytes in every file.
#include <string>

#include "catch.h"
#include "input_files.h"
#include "program_run.h"
#include "serving/serving_simulation.h"

namespace gantry::sc_serving_test {

namespace {

void compare_kernels(const std::string& name, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  const auto experiment =
      load_serving_experiment(std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/serving/" + name, sets, diagnostics);
  REQUIRE(experiment);
  const InputFiles files;
  RunOptions options;
  options.directory = files.path("systemc");
  options.kernel = Kernel::systemc;
  const ServingResult systemc = simulate_serving(*experiment, options, diagnostics);
  options.directory = files.path("cycle");
  options.kernel = Kernel::cycle;
  options.shuffle_seed = 7;
  const ServingResult cycle = simulate_serving(*experiment, options, diagnostics);
  CHECK(diagnostics.ok());
  CHECK(systemc.stats.diagnosis == cycle.stats.diagnosis);
  for (const char* file : {"sessions.csv", "batches.csv", "visits.csv", "trace.json", "summary.json"}) {
    INFO(file);
    const std::string a = file_text(files.path("systemc/") + file);
    CHECK(a.size() > 100);
    CHECK((a == file_text(files.path("cycle/") + file)));
  }
}

}  // namespace

TEST_CASE("both kernels write the same files of a complete run") {
  compare_kernels("recognisers.yaml", {"serving.sessions.0.count=300", "serving.sessions.1.count=600"});
}

TEST_CASE("both kernels write the same files of a run that is given up") {
  compare_kernels("recognisers.yaml", {"limits.max_cycles=1000000"});
}

TEST_CASE("both kernels write the same files of streams and of engines that write back") {
  compare_kernels("streams.yaml", {"output.decisions=true"});
}

}  // namespace gantry::sc_serving_test
