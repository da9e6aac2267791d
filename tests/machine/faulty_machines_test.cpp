// SPDX-License-Identifier: Apache-2.0
// Random machines whose processors die, hang and become slow, half of them with time-outs. Every run ends, complete or
// not, and its bytes depend neither on the order of evaluation nor on skipping failures of matching.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "machine/random_data.h"
#include "random_experiment.h"
#include "random_faults.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::faulty_machines_test {

namespace {

constexpr std::uint64_t kRuns = kSanitized ? 10 : 60;
/// Machines with data and dying stores; GANTRY_STORE_RUNS: of another number.
const std::uint64_t kStoreRuns = [] {
  const char* text = std::getenv("GANTRY_STORE_RUNS");
  return text != nullptr ? std::stoull(text) : kSanitized ? 4 : 30;
}();
/// A run that waits for a dead processor and repeats a failing match goes on to the limit.
constexpr Cycle kGivenUp = 200000;

std::uint64_t sum(const RecordedRun& run, const std::string& name, const std::string& of = "processors") {
  for (const BlockStats& block : run.stats.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == of && counter == name) return value;
    }
  }
  return 0;
}

/// The run, with every invariant checked after every cycle. In a random order of its units, and without skipping
/// repeated failures of matching, it has the same bytes.
RecordedRun run_every_way(const Experiment& experiment, std::uint64_t seed) {
  CycleKernelOptions checked;
  checked.verify = true;
  RecordedRun run = record_run(experiment, checked);
  const std::string bytes = run.bytes();
  CHECK(first_difference(bytes, record_run(experiment, {false, seed * 2 + 1}).bytes()) == "");
  CHECK(first_difference(bytes, record_run(experiment, {false, 0, false}).bytes()) == "");
  return run;
}

/// Deaths in the midst of stays: of a written part in half of the runs, and of stores at random.
std::vector<StoreFault> store_deaths(const Experiment& experiment) {
  std::vector<StoreFault> deaths = random_store_deaths(experiment);
  RandomBits bits(experiment.seed, 82);
  if (random_below(bits, 2) == 0) return deaths;
  const std::vector<PartStay> stays = record_run(experiment, {}).records.stays;
  for (std::size_t tries = 0; tries < stays.size(); ++tries) {
    const PartStay& stay = stays[random_below(bits, stays.size())];
    if (!stay.written || stay.until <= stay.from) continue;
    const StoreFault death{stay.store, stay.from + random_below(bits, stay.until - stay.from), 0};
    const auto same = [&](const StoreFault& of) { return of.store == death.store; };
    deaths.erase(std::remove_if(deaths.begin(), deaths.end(), same), deaths.end());
    deaths.push_back(death);
    break;
  }
  return deaths;
}

}  // namespace

TEST_CASE("random machines with random faults end, in every order of evaluation alike") {
  std::array<std::uint64_t, 6> ends{};
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
    const RecordedRun run = run_every_way(experiment, seed);
    ++ends.at(static_cast<std::size_t>(run.end));
    hit += sum(run, "jobs_hit");
    overdue += sum(run, "job_timeouts", "monitor");
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

TEST_CASE("random machines whose memory answers with errors lose no read without a word") {
  std::array<std::uint64_t, 6> ends{};
  std::uint64_t errors = 0;
  std::uint64_t again = 0;
  std::uint64_t lost = 0;
  std::uint64_t jobs_lost = 0;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 9000; runs < kRuns; ++seed) {
    Experiment experiment = random_experiment(seed);
    if (!can_run(experiment) || experiment.background) continue;
    INFO("seed " << seed);
    ++runs;
    experiment.max_cycles = kGivenUp;
    experiment.faults.memory = random_errors(experiment);
    experiment.architecture.memory->retries = static_cast<std::uint32_t>(seed % 4);
    if (experiment.workload.data.empty() && seed % 2 == 0) {
      experiment.architecture.monitor->job_timeout = 20000;
      experiment.architecture.dispatcher->max_retries = 2;
      experiment.architecture.dispatcher->preload = false;
      experiment.architecture.dispatcher->go = GangGo::sent;
    }
    const RecordedRun run = run_every_way(experiment, seed);
    ++ends.at(static_cast<std::size_t>(run.stats.end));
    if (experiment.faults.memory.empty()) continue;

    const std::uint64_t of_run = sum(run, "read_errors", "memory");
    std::uint64_t in_records = 0;
    for (const MemoryFaultRecord& record : run.stats.memory_faults) in_records += record.reads;
    CHECK(in_records == of_run);
    // Each error is read again, or the last one of its burst. Some of a run that is given up are still on their way.
    const std::uint64_t followed = sum(run, "reads_again", "memory") + sum(run, "reads_lost", "memory");
    CHECK(followed <= of_run);
    const bool over = run.stats.end == RunEnd::complete || run.stats.end == RunEnd::deadlock;
    if (over) CHECK(followed == of_run);
    if (run.stats.end == RunEnd::complete && !run.stats.losses) CHECK(sum(run, "reads_lost", "memory") == 0);
    if (run.end == RunEnd::deadlock) {
      CHECK(sum(run, "reads_lost", "memory") > 0);
      std::string all;
      for (const std::string& line : run.stats.diagnosis) all += line;
      CHECK(all.find("memory could not read") != std::string::npos);
    }
    errors += of_run;
    again += sum(run, "reads_again", "memory");
    lost += sum(run, "reads_lost", "memory");
    if (run.stats.losses) jobs_lost += run.stats.losses->jobs_lost;
  }
  UNSCOPED_INFO(errors << " errors, " << again << " read again, " << lost << " lost, " << jobs_lost << " jobs lost");
  CHECK(errors > (kSanitized ? 0 : kRuns));
  CHECK((kSanitized || again > kRuns));
  CHECK((kSanitized || lost > 0));
  CHECK((kSanitized || jobs_lost > 0));
  CHECK(ends[static_cast<std::size_t>(RunEnd::complete)] > 0);
  CHECK((kSanitized || ends[static_cast<std::size_t>(RunEnd::deadlock)] > 0));
}

TEST_CASE("random machines whose local stores die lose no part without a word") {
  std::array<std::uint64_t, 6> ends{};
  std::uint64_t parts = 0;
  std::uint64_t lost = 0;
  std::uint64_t failed = 0;
  std::uint64_t cancelled = 0;
  std::uint64_t runs = 0;
  const auto text = std::getenv("GANTRY_STORE_SEEDS");
  const std::uint64_t first = text == nullptr ? 1 : std::stoull(text);
  for (std::uint64_t seed = first; runs < kStoreRuns; ++seed) {
    Experiment experiment = random_data_experiment(seed);
    if (!can_run_data(experiment)) continue;
    experiment.max_cycles = 20000;
    experiment.faults.stores = store_deaths(experiment);
    if (experiment.faults.stores.empty()) continue;
    INFO("seed " << seed);
    ++runs;
    MonitorConfig& monitor = *experiment.architecture.monitor;
    if (!monitor.early_registration && seed % 3 == 0) monitor.on_failure = OnFailure::cancel;
    const RecordedRun run = run_every_way(experiment, seed);
    ++ends.at(static_cast<std::size_t>(run.stats.end));

    std::string why;
    for (const std::string& line : run.stats.diagnosis) why += line + '\n';
    INFO(why);
    // Nothing waits for ever. Each task is done, failed, cancelled or unfinished, and so is each job.
    const bool cut = run.stats.end == RunEnd::cycle_limit;
    CHECK((cut || run.stats.end == RunEnd::complete || run.stats.end == RunEnd::failed));
    REQUIRE(run.stats.losses);
    const LossStats& losses = *run.stats.losses;
    // Of a stream that is cut short, tasks that are not submitted have no record.
    if (!cut || experiment.streams.empty())
      CHECK(run.records.tasks.size() ==
            run.stats.tasks_completed + losses.tasks_failed + losses.tasks_cancelled + run.stats.tasks_unfinished);
    if (!cut) CHECK(losses.jobs_failed == sum(run, "jobs_without_parts"));
    if (!cut) CHECK(run.stats.jobs_completed + losses.jobs_failed + losses.jobs_cancelled == run.stats.jobs_total);
    if (!cut) CHECK(run.stats.tasks_unfinished == 0);
    // What is in global memory as it is written is never lost.
    if (experiment.architecture.memory->writes == MemoryConfig::Writes::through) CHECK(sum(run, "parts_lost") == 0);
    if (sum(run, "parts_lost") == 0) CHECK(losses.jobs_failed == 0);
    // A dead store has no parts.
    for (const StoreFaultRecord& record : run.stats.store_faults) {
      for (const PartStay& stay : run.records.stays) {
        if (stay.store == record.fault.store) CHECK(stay.until <= record.fault.at);
      }
      parts += record.parts;
      lost += record.lost;
    }
    failed += losses.jobs_failed;
    cancelled += losses.tasks_cancelled;
  }
  UNSCOPED_INFO(parts << " parts were in dead stores, " << lost << " lost, " << failed << " jobs failed, " << cancelled
                      << " tasks cancelled");
  CHECK((kSanitized || parts > kStoreRuns));
  CHECK((kSanitized || lost > kStoreRuns / 10));
  CHECK((kSanitized || failed > kStoreRuns / 10));
  CHECK(ends[static_cast<std::size_t>(RunEnd::complete)] > 0);
}

TEST_CASE("random machines whose links and routers die lose nothing, or say who is cut off") {
  std::array<std::uint64_t, 6> ends{};
  RerouteStats all;
  std::uint64_t of_control = 0;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; runs < kRuns; ++seed) {
    Experiment experiment = random_experiment(seed);
    if (!can_run(experiment)) continue;
    INFO("seed " << seed);
    ++runs;
    experiment.max_cycles = kGivenUp;
    experiment.faults.network = random_network_faults(experiment);
    if (runs % 4 == 0 && !experiment.background) {
      const std::vector<NetworkFault> deaths = experiment.faults.network;
      experiment.faults = random_faults(experiment);
      experiment.faults.network = deaths;
    }
    const RecordedRun run = run_every_way(experiment, seed);
    ++ends.at(static_cast<std::size_t>(run.stats.end));
    if (run.stats.end == RunEnd::cut_off) {
      REQUIRE(run.stats.diagnosis.size() > 1);
      CHECK(run.stats.diagnosis[1].find(" cannot reach ") != std::string::npos);
    }
    if (experiment.faults.network.empty()) continue;
    const bool control = experiment.faults.network.front().control;
    const auto& reroutes = control ? run.stats.control->totals.reroutes : run.stats.interconnect.reroutes;
    REQUIRE(reroutes);
    all.reroutes += reroutes->reroutes;
    all.drain_cycles += reroutes->drain_cycles;
    all.resent += reroutes->resent;
    all.packets_held += reroutes->packets_held;
    of_control += control ? reroutes->reroutes + reroutes->resent : 0;
  }
  INFO(all.reroutes << " reroutes, " << all.drain_cycles << " cycles, " << all.packets_held << " held, " << of_control
                    << " of control, " << all.resent << " sent again, " << ends[5] << " cut off");
  CHECK(all.reroutes > kRuns / 2);
  CHECK((kSanitized || of_control > 0));
  CHECK((kSanitized || all.packets_held > kRuns / 4));
  CHECK((kSanitized || all.resent > kRuns / 4));
  CHECK(ends[static_cast<std::size_t>(RunEnd::complete)] > 0);
  CHECK(ends[static_cast<std::size_t>(RunEnd::cut_off)] > 0);
}

TEST_CASE("random machines that issue lost jobs again lose none without a word") {
  std::array<std::uint64_t, 6> ends{};
  LossStats all;
  std::uint64_t late = 0;
  std::uint64_t failed = 0;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 5000; runs < kRuns; ++seed) {
    Experiment experiment = random_experiment(seed);
    if (!can_run(experiment) || experiment.background || !experiment.workload.data.empty()) continue;
    INFO("seed " << seed);
    ++runs;
    experiment.max_cycles = kGivenUp;
    experiment.faults = random_faults(experiment, true);
    experiment.architecture.monitor->job_timeout = 1 + seed * 37 % 3000;
    experiment.architecture.monitor->quarantine = seed % 3 == 0 ? Quarantine::job : Quarantine::processor;
    experiment.architecture.dispatcher->max_retries = static_cast<std::uint32_t>(1 + seed % 4);
    const bool early = experiment.architecture.monitor->early_registration;
    experiment.architecture.monitor->on_failure = !early && seed / 3 % 2 == 0 ? OnFailure::cancel : OnFailure::run;
    experiment.architecture.dispatcher->preload = false;
    experiment.architecture.dispatcher->go = GangGo::sent;
    const RecordedRun run = run_every_way(experiment, seed);
    ++ends.at(static_cast<std::size_t>(run.stats.end));

    // Each task is done, failed or unfinished, and each job has ended once at most.
    REQUIRE(run.stats.losses);
    const LossStats& losses = *run.stats.losses;
    CHECK(run.records.tasks.size() ==
          run.stats.tasks_completed + losses.tasks_failed + losses.tasks_cancelled + run.stats.tasks_unfinished);
    std::set<std::pair<std::uint64_t, std::uint32_t>> done;
    for (const JobRecord& job : run.records.jobs) {
      CHECK(done.emplace(job.task, job.job).second);
      CHECK(job.lost == kNever);
      CHECK(job.attempt <= experiment.architecture.dispatcher->max_retries);
    }
    CHECK(done.size() == run.stats.jobs_completed);
    CHECK(done.size() + losses.jobs_failed + losses.jobs_cancelled <= run.stats.jobs_total);
    if (run.stats.end == RunEnd::complete) {
      CHECK(losses.jobs_failed == 0);
      CHECK(done.size() == run.stats.jobs_total);
      CHECK(run.stats.jobs_issued == run.stats.jobs_total + losses.jobs_lost);
    } else if (run.stats.end == RunEnd::failed) {
      CHECK(losses.tasks_failed > 0);
      if (run.stats.tasks_unfinished == 0)
        CHECK(done.size() + losses.jobs_failed + losses.jobs_cancelled == run.stats.jobs_total);
    }
    all.jobs_lost += losses.jobs_lost;
    all.jobs_failed += losses.jobs_failed;
    all.tasks_failed += losses.tasks_failed;
    all.tasks_cancelled += losses.tasks_cancelled;
    late += sum(run, "late_answers", "monitor");
    failed += sum(run, "jobs_failed");
  }
  CHECK(all.jobs_lost > (kSanitized ? 0 : kRuns));
  CHECK((kSanitized || late > kRuns / 2));
  CHECK((kSanitized || failed > kRuns / 2));
  CHECK(ends[static_cast<std::size_t>(RunEnd::complete)] > 0);
  CHECK((kSanitized || ends[static_cast<std::size_t>(RunEnd::failed)] > 0));
  CHECK((kSanitized || all.tasks_failed > 0));
  CHECK((kSanitized || all.tasks_cancelled > 0));
}

}  // namespace gantry::faulty_machines_test
