// SPDX-License-Identifier: Apache-2.0
// Random machines with engines in the place of the model's blocks and beside them, cut at random cycles
// (docs/checkpoints.md): the inputs that the checkpoint has bring new Verilog into the state of the one before, and the
// rest of the run is that of the uncut one, byte by byte.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/feasibility.h"
#include "gantry/base/archive.h"
#include "gantry/base/error.h"
#include "pins/dispatcher_pins.h"
#include "sanitized.h"
#include "saved_machines.h"
#include "saved_run.h"
#include "scheduler/block_runs.h"
#include "scheduler/saved_engines.h"

namespace gantry::saved_blocks_test {

using namespace saved_runs;
using namespace block_runs;

namespace {

constexpr Cycle kLong = 3000;  ///< Verilog is slow
constexpr std::size_t kCuts = 3;

/// The machine of a seed, one in four like the dispatch core in Verilog.
Experiment machine_for_engines(std::uint64_t seed) {
  Experiment experiment = seed % 4 == 1 ? core_machine_of(seed) : machine_of(seed);
  experiment.max_cycles = experiment.max_cycles == 0 ? kLong : std::min(experiment.max_cycles, kLong);
  return experiment;
}

bool can_be_made(const Experiment& experiment) {
  if (!runs(experiment)) return false;
  Diagnostics problems;
  check_feasible(experiment, problems);
  return problems.ok();
}

}  // namespace

TEST_CASE("a run with engines that is cut anywhere goes on as if it had not been cut") {
  const std::uint64_t wanted = kSanitized ? 3 : 16;
  std::uint64_t machines = 0;
  std::uint64_t cuts = 0;
  std::uint64_t verilog = 0;
  std::set<std::string> seen;
  const char* const first = std::getenv("GANTRY_SEEDS");
  for (std::uint64_t seed = first == nullptr ? 1 : std::stoull(first); machines < wanted; ++seed) {
    Dice dice(seed);
    const Experiment experiment = machine_for_engines(seed);
    if (!can_be_made(experiment)) continue;
    const DrawnEngines drawn = draw_engines(experiment, dice);
    if (drawn.names.empty()) continue;
    ++machines;
    verilog += drawn.verilog;
    INFO("seed " << seed << ":" << drawn.names);
    const std::string uncut_bytes = [&] { return Part(experiment, {}, drawn.engines).run().bytes(); }();
    std::set<Cycle> at;
    for (std::size_t i = 0; i < kCuts; ++i) at.insert(dice.below(2000));
    std::vector<Saved> saved;
    Part watched(experiment, {}, drawn.engines);
    REQUIRE(watched.why_not().empty());
    watched.save_at(at, saved);
    REQUIRE(first_difference(uncut_bytes, watched.run().bytes()).empty());
    for (const Saved& from : saved) {
      INFO("cut after cycle " << from.cut);
      Part rest(experiment, from.records, drawn.engines);
      std::string again;
      rest.restore(from, again);
      const std::string bytes = rest.run().bytes();
      REQUIRE(again == from.state);
      REQUIRE(first_difference(uncut_bytes, bytes).empty());
      ++cuts;
    }
  }
  UNSCOPED_INFO(machines << " machines, " << cuts << " cuts, " << verilog << " engines in Verilog");
  CHECK(cuts > 2 * machines);
  CHECK((kSanitized || verilog > machines / 2));
}

}  // namespace gantry::saved_blocks_test
