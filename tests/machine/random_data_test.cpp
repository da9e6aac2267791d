// SPDX-License-Identifier: Apache-2.0
// Hundreds of random machines whose tasks share data. Every run is checked against the rules of docs/stores.md by
// machine/data_rules.h, in every cycle by the units' own invariants, and byte by byte against the same run in shuffled
// evaluation order, stepped in every cycle, and by SystemC. GANTRY_SEEDS=from-to runs other seeds.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "catch.h"
#include "experiment_shrink.h"
#include "forked.h"
#include "gantry/sc/run_systemc.h"
#include "random_data.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::random_data_test {

namespace {

constexpr std::uint64_t kRuns = kSanitized ? 20 : 500;
/// Far beyond what any of these workloads takes.
constexpr Cycle kGivenUp = 30000000;
/// Stepping every unit in every cycle is for runs that are not mostly waiting.
constexpr Cycle kShort = 20000;
/// The units' invariants in every cycle, and SystemC, are for runs that end soon.
constexpr Cycle kLong = 200000;

/// The bytes of the run by SystemC.
std::string systemc_bytes(const Experiment& experiment) {
  return forked([&] {
    RecordedRun run;
    const std::unique_ptr<TaskSource> source = make_task_source(experiment);
    Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice}, *source, run.records);
    RunControl control;
    control.max_cycles = experiment.max_cycles;
    Cycle now = 0;
    run.end = sc::run_systemc(machine, control, now);
    run.stats = machine.finish(run.end, now);
    return run.bytes();
  });
}

/// What is wrong with the experiment's run, one line; empty when nothing is.
std::string problem(const Experiment& given) {
  Experiment experiment = given;
  experiment.max_cycles = kGivenUp;
  order_readers(experiment.workload);
  if (!can_run_data(experiment)) return "";
  try {
    const RecordedRun run = record_run(experiment, {});
    if (run.end == RunEnd::deadlock) return "deadlock: " + run.stats.diagnosis.at(0);
    if (run.end != RunEnd::complete) return "not done after " + std::to_string(kGivenUp) + " cycles";
    for (const std::string& finding : check_data_rules(data_run(experiment, run))) {
      return "rules: " + finding;
    }
    const std::string bytes = run.bytes();
    for (const std::uint64_t order : {1, 2}) {
      const bool verify = order == 1 && run.stats.cycles <= kLong;
      const std::string difference =
          first_difference(bytes, record_run(experiment, {verify, given.seed * 2 + order}).bytes());
      if (!difference.empty()) return "depends on the order of evaluation: " + difference;
    }
    if (run.stats.cycles <= kShort) {
      const RecordedRun stepped = record_run(experiment, {}, Stepping::every_cycle);
      const std::string difference = first_difference(bytes, stepped.bytes());
      if (!difference.empty()) return "depends on skipping idle cycles: " + difference;
    }
    if (run.stats.cycles > kLong) return "";
    const std::string difference = first_difference(bytes, systemc_bytes(experiment));
    if (!difference.empty()) return "depends on the kernel: " + difference;
  } catch (const std::exception& error) {
    return std::string("an invariant is broken: ") + error.what();
  }
  return "";
}

struct Seeds {
  std::uint64_t from = 1;
  std::uint64_t to = 100000;
  std::uint64_t runs = kRuns;
};

Seeds seeds() {
  Seeds range;
  if (const char* text = std::getenv("GANTRY_SEEDS")) {
    const std::string value = text;
    range.from = std::stoull(value);
    range.to = value.find('-') == std::string::npos ? range.from : std::stoull(value.substr(value.find('-') + 1));
    range.runs = range.to - range.from + 1;
  }
  return range;
}

}  // namespace

TEST_CASE("random machines with data complete random workloads by the rules") {
  const Seeds range = seeds();
  std::uint64_t runs = 0;
  std::uint64_t refused = 0;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = range.from; seed <= range.to && runs < range.runs && failed < 3; ++seed) {
    const Experiment experiment = random_data_experiment(seed);
    if (!can_run_data(experiment)) {
      ++refused;
      continue;
    }
    ++runs;
    const std::string found = problem(experiment);
    if (found.empty()) continue;
    if (range.from != range.to && std::getenv("GANTRY_SEEDS") != nullptr) {
      std::cerr << "seed " << seed << ": " << found << std::endl;
      continue;
    }
    ++failed;
    const Experiment smallest = experiment.streams.empty() ? Shrink(problem).smallest(experiment) : experiment;
    UNSCOPED_INFO("seed " << seed << ": " << found << "\nsmallest experiment that goes wrong: " << problem(smallest)
                          << "\n"
                          << experiment_text(smallest));
    CHECK(found.empty());
  }
  INFO(refused << " of the experiments are not feasible");
  CHECK(failed == 0);
  CHECK(refused < runs);
}

TEST_CASE("a run of which one number is changed breaks a rule") {
  std::uint64_t changed = 0;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; runs < 12; ++seed) {
    const Experiment experiment = random_data_experiment(seed);
    if (!can_run_data(experiment)) continue;
    const RecordedRun recorded = record_run(experiment, {});
    if (recorded.end != RunEnd::complete) continue;
    const DataRun right = data_run(experiment, recorded);
    if (right.stays.empty()) continue;
    ++runs;
    REQUIRE(check_data_rules(right).empty());
    const auto found = [&](const char* what, std::size_t at, const auto& change) {
      DataRun wrong = right;
      change(wrong);
      INFO("seed " << seed << ", " << what << " of number " << at);
      CHECK_FALSE(check_data_rules(wrong).empty());
      ++changed;
    };
    const std::size_t step = std::max<std::size_t>(1, right.stays.size() / 10);
    for (std::size_t at = 0; at < right.stays.size(); at += step) {
      const DataStay& stay = right.stays[at];
      found("stay left out", at, [&](DataRun& r) { r.stays.erase(r.stays.begin() + static_cast<std::ptrdiff_t>(at)); });
      found("stay twice", at, [&](DataRun& r) { r.stays.push_back(stay); });
      found("a cycle more before", at, [&](DataRun& r) { --r.stays[at].reserved; });
      found("use too many", at, [&](DataRun& r) { ++r.stays[at].uses; });
      found("written or brought", at, [&](DataRun& r) { r.stays[at].written = !stay.written; });
      if (stay.end == PartEnd::dead) {
        found("death later", at, [&](DataRun& r) { ++r.stays[at].until; });
        found("death sooner", at, [&](DataRun& r) { --r.stays[at].until; });
      }
      found("end", at,
            [&](DataRun& r) { r.stays[at].end = stay.end == PartEnd::dead ? PartEnd::dropped : PartEnd::dead; });
      if (!stay.written) {
        found("source", at, [&](DataRun& r) { r.stays[at].source = stay.source == kNone ? 0 : kNone; });
      }
    }
    const std::size_t jobs_step = std::max<std::size_t>(1, right.jobs.size() / 10);
    for (std::size_t at = 0; at < right.jobs.size(); at += jobs_step) {
      if (right.store_of[right.jobs[at].processor] == kNone) continue;
      found("ready", at, [&](DataRun& r) { r.jobs[at].ready = r.jobs[at].placed - 1; });
      found("placed", at, [&](DataRun& r) { r.jobs[at].placed = r.jobs[at].arrived - 1; });
    }
    found("bytes", 0, [&](DataRun& r) { ++r.parts[r.stays[0].part].bytes; });
    const std::size_t used = right.stays[0].store;
    found("capacity", used, [&](DataRun& r) { r.stores[used].bytes = r.counts->stores[used].most_used - 1; });
    found("hits", 0, [&](DataRun& r) { ++r.counts->own.parts; });
    found("evictions", 0, [&](DataRun& r) { ++r.counts->stores[0].evictions; });
  }
  CHECK(changed > 500);
}

}  // namespace gantry::random_data_test
