// SPDX-License-Identifier: Apache-2.0
// One queue and c processors with every overhead at its minimum are the machines of queueing theory: streams converge
// to the closed forms. Short runs; `make queueing` does it at length.
#include <cmath>
#include <string>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "output/stream_statistics.h"

namespace gantry::queueing_test {

namespace {

constexpr double kService = 1e8;  // cycles

/// Stream of sim/experiments/queueing with so many processors, at this utilisation.
StreamStats stream(std::uint32_t servers, double utilisation, const std::string& cycles, std::uint64_t seed) {
  const auto interval = static_cast<std::uint64_t>(std::llround(kService / (utilisation * servers)));
  Diagnostics diagnostics;
  const auto experiment =
      load_experiment(std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/queueing/mm1.yaml",
                      {"architecture.processors.0.count=" + std::to_string(servers), "workload.tasks=30000",
                       "seed=" + std::to_string(seed), "workload.interval_cycles=" + std::to_string(interval),
                       "workload.cycles=" + cycles},
                      diagnostics);
  REQUIRE(experiment);
  REQUIRE(check_feasible(*experiment, diagnostics));
  const auto source = make_task_source(*experiment);
  StreamStatistics statistics;
  Machine machine(experiment->architecture, {experiment->picker, experiment->processor_choice}, *source, statistics);
  RunControl control;
  control.max_cycles = experiment->max_cycles;
  Cycle now = 0;
  REQUIRE(run_cycles(machine, control, CycleKernelOptions(), now) == RunEnd::complete);
  return statistics.stats();
}

/// Mean wait in services. Erlang C: an arrival has to wait if all c servers are busy.
double wait_of_exponential(std::uint32_t servers, double utilisation) {
  const double load = utilisation * servers;
  double term = 1.0;  // load^k / k!
  double below = 0.0;
  for (std::uint32_t k = 0; k < servers; ++k) {
    below += term;
    term *= load / (k + 1);
  }
  const double all_busy = term / (1.0 - utilisation);
  return all_busy / (below + all_busy) / (servers * (1.0 - utilisation));
}

/// Pollaczek-Khinchine for a constant service time and one server.
double wait_of_constant(double utilisation) { return utilisation / (2.0 * (1.0 - utilisation)); }

bool contains(const Estimate& estimate, double services) {
  return estimate.has_interval && std::abs(estimate.mean / kService - services) <= estimate.half_width / kService;
}

/// Twenty independent streams. Of their intervals at least 16 contain the closed form (fewer happen once in 400 times),
/// and so does the mean of all within three standard errors, which are narrow enough to tell a queue from one in which
/// the wait is 7 % longer.
void check_streams(std::uint32_t servers, double utilisation, const std::string& cycles, double wait) {
  constexpr int kSeeds = 20;
  int responses = 0;
  int waits = 0;
  double sum = 0.0;
  double squares = 0.0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const StreamStats stats = stream(servers, utilisation, cycles, static_cast<std::uint64_t>(seed));
    responses += contains(stats.response_cycles, 1.0 + wait) ? 1 : 0;
    waits += contains(stats.wait_cycles, wait) ? 1 : 0;
    const double mean = stats.wait_cycles.mean / kService;
    sum += mean;
    squares += mean * mean;
  }
  const double mean = sum / kSeeds;
  const double error = std::sqrt((squares / kSeeds - mean * mean) / (kSeeds - 1));
  INFO("expected wait " << wait << ", measured " << mean << ", standard error " << error);
  CHECK(responses >= 16);
  CHECK(waits >= 16);
  CHECK(std::abs(mean - wait) < 3.0 * error);
  CHECK(6.0 * error < 0.07 * wait);
}

const std::string kExponential = "{exponential: 100000000}";
const std::string kConstant = "100000000";

}  // namespace

TEST_CASE("closed forms in themselves") {
  CHECK(std::abs(wait_of_exponential(1, 0.5) - 1.0) < 1e-12);
  CHECK(std::abs(wait_of_exponential(2, 0.5) - 1.0 / 3.0) < 1e-12);
  CHECK(std::abs(wait_of_exponential(3, 0.5) - 3.0 / 19.0) < 1e-12);
}

TEST_CASE("equal jobs on one processor are M/D/1", "[figures]") {
  check_streams(1, 0.5, kConstant, wait_of_constant(0.5));
}

TEST_CASE("exponential jobs on one processor are M/M/1", "[figures]") {
  check_streams(1, 0.5, kExponential, wait_of_exponential(1, 0.5));
}

TEST_CASE("exponential jobs on two processors are M/M/2", "[figures]") {
  check_streams(2, 0.5, kExponential, wait_of_exponential(2, 0.5));
}

}  // namespace gantry::queueing_test
