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
#include "gantry/base/archive.h"
#include "gantry/base/error.h"
#include "random_keys.h"
#include "recorded_run.h"
#include "sanitized.h"
#include "saved_machines.h"
#include "saved_run.h"

namespace gantry::saved_machines_test {

using namespace saved_runs;

namespace {

constexpr std::uint64_t kMachines = kSanitized ? 5 : 50;
constexpr std::uint64_t kKernelMachines = kSanitized ? 2 : 15;
constexpr Cycle kLong = 50000;  ///< too many cycles for another run or two with each kernel
constexpr std::size_t kCuts = 10;

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
