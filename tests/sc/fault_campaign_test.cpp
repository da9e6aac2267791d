// SPDX-License-Identifier: Apache-2.0
// A long random regression of faults (docs/verification_kit.md, "Faults"), which `make fault-campaign` runs: random
// machines with random faults of all kinds at random cycles. Each run ends, its tasks and jobs add up, and both kernels
// give the same bytes. SystemC simulates once per process, so each of its runs is a process of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "catch.h"
#include "gantry/platform/architecture.h"
#include "gantry/sc/run_systemc.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "machine/random_data.h"
#include "random_experiment.h"
#include "random_faults.h"
#include "recorded_run.h"
#include "result/run_parts.h"

namespace gantry::fault_campaign_test {

namespace {

/// A run that waits for a dead processor and repeats a failing match goes on to the limit.
constexpr Cycle kGivenUp = 200000;

std::uint64_t number(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::stoull(text);
}

/// A machine with its faults, or nothing if the seed gives none that can run.
bool draw(std::uint64_t seed, Experiment& experiment) {
  const bool has_data = seed % 3 == 0;
  experiment = has_data ? random_data_experiment(seed) : random_experiment(seed);
  if (has_data ? !can_run_data(experiment) : !can_run(experiment)) return false;
  RandomBits bits(seed, 80);
  const auto one_in = [&](std::uint64_t n) { return random_below(bits, n) == 0; };
  experiment.max_cycles = kGivenUp;
  MonitorConfig& monitor = *experiment.architecture.monitor;
  DispatcherConfig& dispatcher = *experiment.architecture.dispatcher;
  // What has no retries: data, gangs that wait for a go.
  const bool retries = !has_data && !one_in(3);
  if (retries || one_in(2)) monitor.job_timeout = 1 + random_below(bits, 4000);
  if (retries) {
    dispatcher.max_retries = static_cast<std::uint32_t>(1 + random_below(bits, 4));
    dispatcher.preload = false;
    dispatcher.go = GangGo::sent;
    monitor.quarantine = one_in(2) ? Quarantine::job : Quarantine::processor;
    if (!monitor.early_registration && one_in(2)) monitor.on_failure = OnFailure::cancel;
  }
  if (!one_in(4)) experiment.faults = random_faults(experiment, retries);
  if (one_in(2)) experiment.faults.network = random_deaths(experiment);
  if (one_in(2)) experiment.faults.memory = random_errors(experiment);
  if (has_data && !one_in(4)) {
    experiment.faults.stores = random_store_deaths(experiment);
    if (!monitor.early_registration && one_in(2)) monitor.on_failure = OnFailure::cancel;
  }
  experiment.architecture.memory->retries = static_cast<std::uint32_t>(random_below(bits, 4));
  return true;
}

/// What SystemC makes of the run, simulated in a process of its own.
std::string bytes_of_systemc(const Experiment& experiment) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::string text;
    try {
      RecordedRun run;
      const std::unique_ptr<TaskSource> source = make_task_source(experiment);
      Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice}, *source, run.records,
                      experiment.background);
      machine.use_faults(fault_plan(experiment));
      RunControl control;
      control.max_cycles = experiment.max_cycles;
      Cycle now = 0;
      run.end = sc::run_systemc(machine, control, now);
      run.stats = machine.finish(run.end, now);
      text = run.bytes();
    } catch (const std::exception& error) {
      text = error.what();
    }
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t written = write(ends[1], text.data() + done, text.size() - done);
      if (written <= 0) break;
      done += static_cast<std::size_t>(written);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 65536> part{};
  for (ssize_t got = 0; (got = read(ends[0], part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  return text;
}

/// Each task and each job is done, failed, cancelled or unfinished.
void check_sums(const RecordedRun& run, bool streams) {
  const RunStats& stats = run.stats;
  const LossStats losses = stats.losses.value_or(LossStats{});
  // Of a stream that is cut short, tasks that are not submitted have no record.
  if (streams && stats.end != RunEnd::complete) return;
  CHECK(run.records.tasks.size() ==
        stats.tasks_completed + losses.tasks_failed + losses.tasks_cancelled + stats.tasks_unfinished);
  CHECK(run.records.jobs.size() == stats.jobs_completed);
  CHECK(stats.jobs_completed + losses.jobs_failed + losses.jobs_cancelled <= stats.jobs_total);
  if (stats.end != RunEnd::complete) return;
  CHECK(stats.jobs_completed == stats.jobs_total);
  CHECK(stats.jobs_issued == stats.jobs_total + losses.jobs_lost);
  CHECK(losses.tasks_failed + losses.tasks_cancelled + stats.tasks_unfinished == 0);
}

}  // namespace

TEST_CASE("random faults of all kinds, in both kernels", "[.fault_campaign]") {
  const std::uint64_t runs = number("GANTRY_RUNS", 2000);
  std::array<std::uint64_t, 6> ends{};
  std::uint64_t faults = 0;
  std::uint64_t seed = number("GANTRY_SEEDS", 1);
  for (std::uint64_t done = 0; done < runs; ++seed) {
    Experiment experiment;
    if (!draw(seed, experiment)) continue;
    INFO("seed " << seed);
    ++done;
    const std::string systemc = bytes_of_systemc(experiment);
    CycleKernelOptions options;
    options.verify = true;
    const RecordedRun run = record_run(experiment, options);
    const std::string bytes = run.bytes();
    CHECK(first_difference(bytes, systemc).empty());
    CHECK(first_difference(bytes, record_run(experiment, {false, seed * 2 + 1}).bytes()).empty());
    check_sums(run, !experiment.streams.empty());
    ++ends.at(static_cast<std::size_t>(run.stats.end));
    faults += run.stats.faults.size() + run.stats.memory_faults.size() + run.stats.store_faults.size() +
              experiment.faults.network.size();
  }
  std::cout << runs << " machines up to seed " << seed - 1 << " with " << faults << " faults:";
  for (std::size_t end = 0; end < ends.size(); ++end)
    std::cout << ' ' << ends[end] << ' ' << name(static_cast<RunEnd>(end)) << (end + 1 < ends.size() ? "," : "\n");
}

}  // namespace gantry::fault_campaign_test
