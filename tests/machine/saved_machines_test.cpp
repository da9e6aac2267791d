// SPDX-License-Identifier: Apache-2.0
// Random machines that are cut (docs/checkpoints.md). At random cycles the state of a run is saved. Read into a new
// machine it is saved again as the same bytes, and the rest of the run is that of the uncut one, byte by byte: a member
// that is missing in an archive shows itself in one of the two. Processors, links and routers fail in half of them.
//
// GANTRY_SEEDS=FROM-TO cuts the machines with these seeds instead.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "forked.h"
#include "gantry/base/error.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/machine_archive.h"
#include "gantry/sc/run_systemc.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "machine/random_data.h"
#include "random_experiment.h"
#include "random_faults.h"
#include "random_keys.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::saved_machines_test {

namespace {

constexpr std::uint64_t kMachines = kSanitized ? 5 : 50;
constexpr std::uint64_t kKernelMachines = kSanitized ? 2 : 15;
constexpr Cycle kLong = 50000;  ///< too many cycles for another run or two with each kernel
constexpr std::size_t kCuts = 10;
constexpr Cycle kGivenUp = 3000000;
constexpr Cycle kGivenUpWithFaults = 30000;  ///< a job of a dead processor may be waited for

/// Of machines: the first one, and how many at most, of which how many are cut at least.
struct Range {
  std::uint64_t from = 1;
  std::uint64_t to = 20 * kMachines;
  std::uint64_t enough = kMachines;
};

Range range() {
  Range range;
  if (const char* text = std::getenv("GANTRY_SEEDS")) {
    char* end = nullptr;
    range.from = std::strtoull(text, &end, 10);
    REQUIRE(*end == '-');
    range.to = std::strtoull(end + 1, nullptr, 10);
    range.enough = kNever;
  }
  return range;
}

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
        machine_(experiment.architecture, {experiment.picker, experiment.processor_choice}, *source_, records_,
                 experiment.background) {
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

  RecordedRun run(bool by_systemc = false) {
    RecordedRun run;
    Cycle now = 0;
    run.end = by_systemc ? sc::run_systemc(machine_, control_, now) : run_cycles(machine_, control_, {}, now);
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

/// Failures of processors and jobs, and what the scheduler makes of them.
void add_faults(Experiment& experiment) {
  const std::uint64_t seed = experiment.seed;
  experiment.max_cycles = kGivenUpWithFaults;
  experiment.faults = random_faults(experiment, seed % 4 == 0);
  if (seed % 8 == 6) return;  // no time-outs
  experiment.architecture.monitor->job_timeout = 1 + seed * 37 % 3000;
  if (seed % 4 != 0) return;
  experiment.architecture.monitor->quarantine = seed % 3 == 0 ? Quarantine::job : Quarantine::processor;
  experiment.architecture.dispatcher->max_retries = static_cast<std::uint32_t>(1 + seed / 4 % 4);
  if (!experiment.architecture.monitor->early_registration && seed % 8 == 0)
    experiment.architecture.monitor->on_failure = OnFailure::cancel;
  experiment.architecture.dispatcher->preload = false;
  experiment.architecture.dispatcher->go = GangGo::sent;
}

Experiment machine_of(std::uint64_t seed) {
  const bool has_data = seed % 5 == 3;
  Experiment experiment = has_data ? random_data_experiment(seed) : random_experiment(seed);
  experiment.max_cycles = kGivenUp;
  MonitorConfig& monitor = *experiment.architecture.monitor;
  monitor.retire_per_cycle = static_cast<std::uint32_t>(seed % 3);
  if (!monitor.early_registration) monitor.query_wakeups_per_cycle = static_cast<std::uint32_t>(seed % 4 / 2);
  if (seed % 2 == 1) add_multicast(experiment);
  if (seed % 3 == 0) add_preload(experiment);
  if (seed % 5 == 0) add_loads(experiment);
  if (seed % 7 == 0 && !has_data) add_different_jobs(experiment);
  if (seed % 2 == 0 && !experiment.background && !has_data) add_faults(experiment);
  if (has_data && seed % 10 == 3) experiment.faults.stores = random_store_deaths(experiment);
  if (seed % 4 == 1 && !experiment.background) {
    experiment.faults.memory = random_errors(experiment);
    experiment.architecture.memory->retries = static_cast<std::uint32_t>(seed / 4 % 4);
    experiment.max_cycles = kGivenUpWithFaults;
  }
  if (seed % 3 == 1) {
    experiment.faults.network = random_network_faults(experiment);
    experiment.max_cycles = kGivenUpWithFaults;
  }
  return experiment;
}

bool runs(const Experiment& experiment) {
  return graph_of(experiment).data.empty() ? can_run(experiment) : can_run_data(experiment);
}

void archive(Records& records, Archive& state) {
  state(records.tasks, records.jobs, records.stays, records.interrupts, records.failures);
}

/// All that was saved, for another process.
std::string bytes_of(std::vector<Saved>& saved) {
  Archive bytes;
  bytes.count(saved.size());
  for (Saved& each : saved) {
    bytes(each.cut, each.now, each.state);
    archive(each.records, bytes);
  }
  return bytes.bytes();
}

std::vector<Saved> saved_of(const std::string& text) {
  Archive bytes(text);
  std::vector<Saved> saved(bytes.count(0));
  for (Saved& each : saved) {
    bytes(each.cut, each.now, each.state);
    archive(each.records, bytes);
  }
  return saved;
}

}  // namespace

TEST_CASE("a run that is cut anywhere goes on as if it had not been cut") {
  std::uint64_t machines = 0;
  std::uint64_t cuts = 0;
  std::uint64_t with_data = 0;
  std::uint64_t with_background = 0;
  std::uint64_t with_faults = 0;
  std::uint64_t with_losses = 0;
  std::uint64_t with_deaths = 0;
  std::uint64_t with_errors = 0;
  std::uint64_t cut_off = 0;
  const Range seeds = range();
  for (std::uint64_t seed = seeds.from; machines < seeds.enough && seed <= seeds.to; ++seed) {
    const Experiment experiment = machine_of(seed);
    if (!runs(experiment)) continue;
    Part whole(experiment, {});
    if (!whole.why_not().empty()) continue;
    ++machines;
    const RecordedRun uncut = whole.run();
    with_data += uncut.stats.data ? 1 : 0;
    with_background += experiment.background ? 1 : 0;
    with_faults += experiment.faults.empty() ? 0 : 1;
    with_losses += uncut.stats.losses && uncut.stats.losses->jobs_lost > 0 ? 1 : 0;
    with_deaths += uncut.stats.interconnect.reroutes && uncut.stats.interconnect.reroutes->reroutes > 0 ? 1 : 0;
    with_errors += std::any_of(uncut.stats.memory_faults.begin(), uncut.stats.memory_faults.end(),
                               [](const MemoryFaultRecord& fault) { return fault.reads > 0; })
                       ? 1
                       : 0;
    cut_off += uncut.stats.end == RunEnd::cut_off ? 1 : 0;

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
  UNSCOPED_INFO(machines << " machines, " << cuts << " cuts; " << with_data << " with data, " << with_background
                         << " with background traffic, " << with_faults << " with faults, of which " << with_losses
                         << " lose jobs, " << with_deaths << " with new routes, " << with_errors
                         << " with errors of memory, " << cut_off << " cut off");
  CHECK((seeds.enough == kNever || machines == kMachines));
  CHECK(cuts > 5 * machines);
  CHECK((kSanitized || with_data > machines / 10));
  CHECK((kSanitized || with_background > machines / 20));
  CHECK((kSanitized || with_faults > machines / 5));
  CHECK((kSanitized || with_losses > machines / 20));
  CHECK((kSanitized || with_deaths > machines / 10));
  CHECK((kSanitized || with_errors > machines / 20));
  CHECK((kSanitized || cut_off > 0));
}

TEST_CASE("a run that is cut with one kernel goes on with the other") {
  if (!sc::has_systemc()) return;
  std::uint64_t machines = 0;
  std::uint64_t cuts = 0;
  for (std::uint64_t seed = 1000; machines < kKernelMachines; ++seed) {
    const Experiment experiment = machine_of(seed);
    if (!runs(experiment)) continue;
    Part whole(experiment, {});
    const RecordedRun uncut = whole.run();
    if (uncut.stats.cycles > kLong) continue;
    ++machines;
    INFO("seed " << seed);
    Dice dice(seed);
    std::set<Cycle> at;
    for (std::size_t i = 0; i < 3; ++i) at.insert(dice.below(uncut.stats.cycles));
    const auto cut_by = [&](bool systemc) {
      std::vector<Saved> saved;
      Part run(experiment, {});
      run.save_at(at, saved);
      run.run(systemc);
      return saved;
    };
    const auto rest_of = [&](const Saved& from, bool systemc) {
      Part rest(experiment, from.records);
      std::string again;
      rest.restore(from, again);
      return rest.run(systemc).bytes();
    };
    for (const Saved& from : cut_by(false)) {
      INFO("cut by the cycle kernel after cycle " << from.cut);
      CHECK(first_difference(uncut.bytes(), forked([&] { return rest_of(from, true); })).empty());
      ++cuts;
    }
    const std::string saved = forked([&] {
      std::vector<Saved> all = cut_by(true);
      return bytes_of(all);
    });
    REQUIRE(saved.substr(0, 8) != "thrown: ");
    for (const Saved& from : saved_of(saved)) {
      INFO("cut by SystemC after cycle " << from.cut);
      CHECK(first_difference(uncut.bytes(), rest_of(from, false)).empty());
      ++cuts;
    }
  }
  CHECK(cuts > 3 * machines);
}

TEST_CASE("a state that ends too early is refused with the name of its block") {
  std::vector<Saved> saved;
  Experiment small = machine_of(1);
  std::uint64_t seed = 1;
  for (; saved.empty(); ++seed) {
    small = machine_of(seed);
    if (!runs(small)) continue;
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
