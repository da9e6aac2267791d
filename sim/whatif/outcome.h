// SPDX-License-Identifier: Apache-2.0
// Result of one perturbed run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "result/whatif_answer.h"
#include "whatif/turn.h"

namespace gantry {

struct RanPoint;

/// Results of the run with one seed.
struct SeedRun {
  OutcomeState state = OutcomeState::interrupted;
  std::string message;
  Cycle cycles = 0;
  std::vector<StreamOutcome> streams;
};

struct Outcome {
  OutcomeState state = OutcomeState::interrupted;
  std::string message;             ///< reason of the outcome
  std::vector<KeyChange> changes;  ///< changed keys of the resources themselves
  std::vector<std::string> sets;   ///< `--set` options with which `gantry run` repeats this run
  std::vector<SeedRun> runs;       ///< by seed, in their order; if done or same
  Cycle cycles = 0;                ///< if done or same; the mean over the seeds, as `streams`
  std::vector<StreamOutcome> streams;

  [[nodiscard]] bool has_cycles() const { return state == OutcomeState::done || state == OutcomeState::same; }
};

/// Returns the results of a run. `stream`: name of a stream of independent tasks.
SeedRun seed_run(const RanPoint& ran, const std::string& stream);

/// Adds the runs with all seeds, from `first_seed` on. The outcome is done if all of them are.
void take_runs(Outcome& outcome, std::vector<SeedRun> runs, std::uint64_t first_seed);

}  // namespace gantry
