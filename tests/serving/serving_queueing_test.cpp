// SPDX-License-Identifier: Apache-2.0
// One inference node with batches of one request is M/M/1 or M/D/1: mean latencies against the closed forms. Short
// runs; `make queueing` does it at length.
#include <cmath>
#include <string>

#include "catch.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/serving/serving_machine.h"
#include "serving/drawn_load.h"
#include "serving/serving_statistics.h"

namespace gantry::serving_queueing_test {

namespace {

constexpr double kService = 1e9;  // cycles, as in the experiment

Estimate latency(const std::string& service, double utilisation, std::uint64_t seed) {
  Diagnostics diagnostics;
  const auto interval = static_cast<std::uint64_t>(std::llround(kService / utilisation));
  const auto experiment = load_serving_experiment(
      std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/serving/mm1.yaml",
      {"seed=" + std::to_string(seed), "serving.sessions.0.count=10000", "serving.nodes.0.cycles=" + service,
       "serving.sessions.0.arrivals.interval_cycles=" + std::to_string(interval)},
      diagnostics);
  REQUIRE(experiment);
  ServingStatistics measured(1, 1);
  DrawnLoad load(*experiment);
  ServingMachine machine(experiment->config, load, measured);
  Cycle now = 0;
  REQUIRE(run_cycles(machine, RunControl(), CycleKernelOptions(), now) == RunEnd::complete);
  return measured.all.mean();
}

/// Twenty streams: at least 16 intervals contain the closed form, and so does the mean of all within three standard
/// errors.
void check_streams(const std::string& service, double utilisation, double expected) {
  constexpr int kSeeds = 20;
  int contained = 0;
  double sum = 0.0;
  double squares = 0.0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const Estimate estimate = latency(service, utilisation, static_cast<std::uint64_t>(seed));
    const double mean = estimate.mean / kService;
    contained += std::abs(mean - expected) <= estimate.half_width / kService ? 1 : 0;
    sum += mean;
    squares += mean * mean;
  }
  const double mean = sum / kSeeds;
  const double error = std::sqrt((squares / kSeeds - mean * mean) / (kSeeds - 1));
  INFO("expected " << expected << ", measured " << mean << ", standard error " << error);
  CHECK(contained >= 16);
  CHECK(std::abs(mean - expected) < 3.0 * error);
  CHECK(error < 0.02 * expected);
}

}  // namespace

TEST_CASE("exponential services are M/M/1") { check_streams("{exponential: 1000000000}", 0.5, 2.0); }

TEST_CASE("equal services are M/D/1") { check_streams("1000000000", 0.5, 1.5); }

}  // namespace gantry::serving_queueing_test
