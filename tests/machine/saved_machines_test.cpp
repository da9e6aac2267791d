// SPDX-License-Identifier: Apache-2.0
// Random machines that are cut (docs/checkpoints.md). At random cycles the state of a run is saved. Read into a new
// machine it is saved again as the same bytes, and the rest of the run is that of the uncut one, byte by byte: a member
// that is missing in an archive shows itself in one of the two.
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/error.h"
#include "gantry/platform/machine_archive.h"
#include "random_experiment.h"
#include "random_keys.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::saved_machines_test {

namespace {

constexpr std::uint64_t kMachines = kSanitized ? 5 : 40;
constexpr std::size_t kCuts = 10;
constexpr Cycle kGivenUp = 3000000;

struct Saved {
  Cycle cut = 0;
  Cycle now = 0;
  std::string state;
  Records records;  ///< those before the cut
};

/// One run, from cycle 0 or from a saved state on.
class Part {
 public:
  Part(const Experiment& experiment, Records before)
      : experiment_(experiment),
        records_(std::move(before)),
        source_(make_task_source(experiment)),
        machine_(experiment.architecture, {experiment.picker, experiment.processor_choice}, *source_, records_) {
    machine_.use_faults(fault_plan(experiment));
    control_.max_cycles = experiment.max_cycles;
  }

  [[nodiscard]] std::string why_not() { return why_not_archived(machine_); }

  void save_at(std::set<Cycle> cuts, std::vector<Saved>& saved) {
    const auto from = [cuts = std::move(cuts)](Cycle cycle) {
      const auto at = cuts.lower_bound(cycle);
      return at == cuts.end() ? kNever : *at;
    };
    control_.first_cut = from(0);
    control_.save = [this, from, &saved](Cycle cut, Cycle now, Cycle next) {
      saved.push_back({cut, now, state(), records_});
      return from(next);
    };
  }
  void restore(const Saved& from, std::string& again) {
    control_.restore = [this, &from, &again] {
      Archive archive(from.state);
      archive_machine(machine_, archive);
      again = archive.at_end() ? state() : "bytes are left over";
      return from.now;
    };
  }

  RecordedRun run() {
    RecordedRun run;
    Cycle now = 0;
    run.end = run_cycles(machine_, control_, {true}, now);
    if (run.end == RunEnd::complete) machine_.verify_empty();
    run.stats = machine_.finish(run.end, now);
    run.records = records_;
    return run;
  }

 private:
  std::string state() {
    Archive archive;
    archive_machine(machine_, archive);
    return archive.bytes();
  }

  const Experiment& experiment_;
  Records records_;
  std::unique_ptr<TaskSource> source_;
  Machine machine_;
  RunControl control_;
};

Experiment machine_of(std::uint64_t seed) {
  Experiment experiment = random_experiment(seed);
  experiment.background.reset();
  experiment.max_cycles = kGivenUp;
  if (seed % 2 == 0) add_multicast(experiment);
  if (seed % 3 == 0) add_preload(experiment);
  if (seed % 5 == 0) add_loads(experiment);
  if (seed % 7 == 0) add_different_jobs(experiment);
  return experiment;
}

}  // namespace

TEST_CASE("a run that is cut anywhere goes on as if it had not been cut") {
  std::uint64_t machines = 0;
  std::uint64_t cuts = 0;
  for (std::uint64_t seed = 1; machines < kMachines && seed < 20 * kMachines; ++seed) {
    const Experiment experiment = machine_of(seed);
    if (!can_run(experiment)) continue;
    Part whole(experiment, {});
    if (!whole.why_not().empty()) continue;
    ++machines;
    const RecordedRun uncut = whole.run();

    Dice dice(seed);
    std::set<Cycle> at;
    for (std::size_t i = 0; i < kCuts; ++i) at.insert(dice.below(uncut.stats.cycles + 1));
    std::vector<Saved> saved;
    Part watched(experiment, {});
    watched.save_at(at, saved);
    INFO("seed " << seed);
    REQUIRE(first_difference(uncut.bytes(), watched.run().bytes()).empty());  // saving changes nothing
    for (const Saved& from : saved) {
      INFO("cut after cycle " << from.cut);
      Part rest(experiment, from.records);
      std::string again;
      rest.restore(from, again);
      const RecordedRun whole_again = rest.run();
      REQUIRE(again == from.state);
      REQUIRE(first_difference(uncut.bytes(), whole_again.bytes()).empty());
      ++cuts;
    }
  }
  CHECK(machines == kMachines);
  CHECK(cuts > 5 * machines);
}

TEST_CASE("a state that ends too early is refused with the name of its block") {
  std::vector<Saved> saved;
  Experiment small = machine_of(1);
  std::uint64_t seed = 1;
  for (; saved.empty(); ++seed) {
    small = machine_of(seed);
    if (!can_run(small)) continue;
    Part run(small, {});
    if (!run.why_not().empty()) continue;
    run.save_at({20}, saved);
    run.run();
  }
  Saved broken = saved.front();
  broken.state.resize(broken.state.size() / 2);  // in the middle of some block
  std::string again;
  Part run(small, {});
  run.restore(broken, again);
  std::string refusal;
  try {
    run.run();
  } catch (const Error& error) {
    refusal = error.what();
  }
  INFO(refusal);
  CHECK(refusal.find("' of the checkpoint: ") != std::string::npos);
}

}  // namespace gantry::saved_machines_test
