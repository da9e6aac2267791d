// SPDX-License-Identifier: Apache-2.0
// Random machines whose processors die, hang and become slow, half of them with time-outs. Every run ends, complete or
// not, and its bytes depend neither on the order of evaluation nor on skipping failures of matching.
#include <array>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/random.h"
#include "gantry/platform/processor_list.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::faulty_machines_test {

namespace {

constexpr std::uint64_t kRuns = kSanitized ? 10 : 60;
/// A run that waits for a dead processor and repeats a failing match goes on to the limit.
constexpr Cycle kGivenUp = 200000;

/// Up to three faults for every processor.
std::vector<ProcessorFault> random_faults(const Experiment& experiment) {
  RandomBits bits(experiment.seed, 77);
  std::vector<ProcessorFault> faults;
  const std::size_t processors = list_processors(experiment.architecture).size();
  for (ProcessorId p = 0; p < processors; ++p) {
    Cycle at = 0;
    for (std::uint64_t n = random_below(bits, 4); n > 0; --n) {
      at += random_below(bits, 2000);
      ProcessorFault fault{p, FaultKind::hang, at, 1 + random_below(bits, 3000)};
      if (random_below(bits, 2) == 0) fault.kind = FaultKind::slow;
      if (fault.kind == FaultKind::slow) fault.factor += random_below(bits, 4000000);
      faults.push_back(fault);
      at = fault.until();
    }
    if (random_below(bits, 8) == 0) faults.push_back({p, FaultKind::die, at + random_below(bits, 2000)});
  }
  return faults;
}

std::uint64_t sum(const RecordedRun& run, const std::string& name, const std::string& of = "processors") {
  for (const BlockStats& block : run.stats.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == of && counter == name) return value;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("random machines with random faults end, in every order of evaluation alike") {
  std::array<std::uint64_t, 3> ends{};
  std::uint64_t hit = 0;
  std::uint64_t overdue = 0;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; runs < kRuns; ++seed) {
    Experiment experiment = random_experiment(seed);
    if (!can_run(experiment) || experiment.background) continue;
    INFO("seed " << seed);
    ++runs;
    experiment.max_cycles = kGivenUp;
    experiment.faults = random_faults(experiment);
    // Also such that most jobs are overdue.
    if (runs % 2 == 0) experiment.architecture.monitor->job_timeout = 1 + seed * 37 % 1500;
    CycleKernelOptions options;
    options.verify = true;
    const RecordedRun run = record_run(experiment, options);
    ++ends.at(static_cast<std::size_t>(run.end));
    hit += sum(run, "jobs_hit");
    overdue += sum(run, "job_timeouts", "monitor");
    const std::string bytes = run.bytes();
    CHECK(first_difference(bytes, record_run(experiment, {false, seed * 2 + 1}).bytes()).empty());
    CHECK(first_difference(bytes, record_run(experiment, {false, 0, false}).bytes()).empty());
    // A run that does not complete has lost a job to a dead processor.
    if (run.end != RunEnd::complete && run.stats.cycles < kGivenUp) CHECK(sum(run, "jobs_lost") > 0);
    std::uint64_t busy = 0;
    for (const ProcessorStats& processor : run.stats.processors) {
      CHECK(processor.busy_cycles <= run.stats.cycles);
      busy += processor.busy_cycles;
    }
    std::uint64_t computed = 0;
    for (const JobRecord& job : run.records.jobs) computed += job.finished - job.started;
    CHECK(computed <= busy);
  }
  CHECK(hit > kRuns);
  CHECK(overdue > kRuns);
  CHECK(ends[static_cast<std::size_t>(RunEnd::complete)] > 0);
  CHECK(ends[static_cast<std::size_t>(RunEnd::deadlock)] > 0);
}

}  // namespace gantry::faulty_machines_test
