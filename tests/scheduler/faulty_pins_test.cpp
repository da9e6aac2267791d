// SPDX-License-Identifier: Apache-2.0
// Blocks behind pins go through the same faults as the model: processors that die, hang and become slow, jobs that fail
// and are overdue, and lost ones that are issued again (docs/faults.md).
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "catch.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "input_files.h"
#include "program_run.h"
#include "random_faults.h"
#include "sanitized.h"
#include "scheduler/block_runs.h"

namespace gantry::faulty_pins_test {

using namespace block_runs;

namespace {

/// A random machine with random faults, time-outs in all runs and retries in three of four. `in_verilog`: the built
/// monitors serve it.
std::optional<Experiment> faulty_run(std::uint64_t seed, bool in_verilog) {
  Experiment drawn = random_experiment(seed);
  MonitorConfig& monitor = *drawn.architecture.monitor;
  DispatcherConfig& dispatcher = *drawn.architecture.dispatcher;
  monitor.job_timeout = 1 + seed * 37 % 1500;
  dispatcher.max_retries = static_cast<std::uint32_t>(seed % 4);
  if (dispatcher.max_retries > 0) {
    if (seed % 3 == 0) monitor.quarantine = Quarantine::job;
    dispatcher.preload = false;
    dispatcher.go = GangGo::sent;
    if (!drawn.workload.data.empty()) return std::nullopt;
  }
  if (in_verilog) {
    monitor.query_wakeups_per_cycle = 1;
    monitor.retire_per_cycle = static_cast<std::uint32_t>(1 + seed % 2);
    monitor.predecessors_per_cycle = std::min(monitor.predecessors_per_cycle, 4U);
    monitor.task_ids = std::min(monitor.task_ids, 16U);
    monitor.completion_window = std::min(monitor.completion_window, 64U);
    dispatcher.send_ports = 1;  // one timer starts in a cycle
    dispatcher.multicast = false;
  }
  drawn.faults = random_faults(drawn, dispatcher.max_retries > 0);
  auto experiment = behind_pins(monitor_pins(), std::move(drawn));
  if (!experiment || !in_verilog) return experiment;
  const auto config = config_of(monitor_pins(), *experiment);
  if (find_block_model(program_block_models(), monitor_pins(), "rtl", config) == nullptr) return std::nullopt;
  return experiment;
}

std::uint64_t timeouts(const RecordedRun& run) {
  for (const BlockStats& block : run.stats.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == "monitor" && counter == "job_timeouts") return value;
    }
  }
  return 0;
}

/// What the runs of a test have been through.
struct Losses {
  std::uint64_t overdue = 0;
  std::uint64_t lost = 0;
  std::uint64_t for_good = 0;

  void add(const RecordedRun& run) {
    overdue += timeouts(run);
    if (!run.stats.losses) return;
    lost += run.stats.losses->jobs_lost;
    for_good += run.stats.losses->jobs_failed;
  }
  void check() const {
    INFO(overdue << " overdue, " << lost << " lost, " << for_good << " for good");
    CHECK(overdue > 0);
    CHECK(lost > 0);
    CHECK(for_good > 0);
  }
};

}  // namespace

TEST_CASE("random runs with faults give the same bytes with the monitor behind pins, alone and beside the model") {
  const std::uint64_t wanted = kSanitized ? 4 : 30;
  Losses all;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; runs < wanted; ++seed) {
    REQUIRE(seed < 1000);
    const auto experiment = faulty_run(seed, false);
    if (!experiment) continue;
    ++runs;
    INFO("seed " << seed);
    const RecordedRun plain = run_with(*experiment, monitor_pins(), nullptr, false);
    all.add(plain);
    for (const bool alone : {false, true}) {
      const RecordedRun run = run_with(*experiment, monitor_pins(), &model_behind_pins(monitor_pins()), alone);
      INFO((alone ? "alone: " : "beside: ") << first_difference(run.bytes(), plain.bytes()));
      CHECK((run.bytes() == plain.bytes()));
    }
  }
  all.check();
}

TEST_CASE("random runs with faults give the bytes of the model with the monitor in Verilog, alone and in lockstep") {
  const std::uint64_t wanted = kSanitized ? 4 : 24;
  Losses all;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; runs < wanted; ++seed) {
    REQUIRE(seed < 1000);
    const auto experiment = faulty_run(seed, true);
    if (!experiment) continue;
    ++runs;
    INFO("seed " << seed);
    const RecordedRun plain = run_with(*experiment, monitor_pins(), nullptr, false);
    all.add(plain);
    check_in_verilog(*experiment, monitor_pins(), plain, seed % 8 < 4);
  }
  all.check();
}

TEST_CASE("a decomposer and a monitor without pins for cancelled tasks are refused") {
  Experiment experiment;
  experiment.architecture.processors->emplace_back();
  experiment.architecture.monitor->on_failure = OnFailure::cancel;
  for (const BlockPins* pins : {&decomposer_pins(), &monitor_pins(), &task_cache_pins()}) {
    const auto beyond = beyond_pins(*pins, config_behind_pins(experiment));
    CHECK(beyond.has_value() == (pins != &task_cache_pins()));
    if (beyond) CHECK(beyond->text.find("have no messages for monitor.on_failure: cancel") != std::string::npos);
  }
}

TEST_CASE("a user's run with faults has the monitor in Verilog beside the model, and the same files") {
  // Core 0 hangs for longer than a job counts as lost, and every job that ends on core 1 meanwhile fails. So t0 and t1
  // have jobs that are lost on both.
  const InputFiles files;
  std::string text = R"(
architecture:
  processors: [{name: core, count: 2}]
  monitor: {query_wakeups_per_cycle: 1, retire_per_cycle: 4, job_timeout: 600}
  dispatcher: {max_retries: 1}
faults:
  - {processor: core0, kind: hang, at: 500, cycles: 3000}
  - {processor: core1, kind: fail, at: 400, cycles: 3000}
workload:
  tasks:
)";
  for (int i = 0; i < 12; ++i) {
    const std::string after = i % 3 == 2 ? ", after: [t" + std::to_string(i - 1) + "]" : "";
    text += "    - {id: t" + std::to_string(i) + ", jobs: 3, cycles: 200" + after + "}\n";
  }
  files.write("e.yaml", text);
  // Exit status 1: a task has failed.
  CHECK(ProgramRun(files, {"run", "e.yaml", "--out", "model"}).finish() == 1);
  ProgramRun both(files, {"run", "e.yaml", "--out", "both", "--engine", "monitor=lockstep"});
  CHECK(both.finish() == 1);
  for (const char* file : {"tasks.csv", "jobs.csv", "faults.csv"}) {
    INFO(file);
    CHECK((file_text(files.path(std::string("both/") + file)) == file_text(files.path(std::string("model/") + file))));
  }
  const std::string summary = file_text(files.path("both/summary.json"));
  CHECK(summary.find("\"monitor\": \"lockstep\"") != std::string::npos);
  CHECK(summary.find("\"end\": \"failed\"") != std::string::npos);
}

}  // namespace gantry::faulty_pins_test
