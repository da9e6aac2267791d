// SPDX-License-Identifier: Apache-2.0
// Result of one perturbed run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"
#include "whatif/turn.h"

namespace gantry {

struct RanPoint;

enum class OutcomeState : std::uint8_t {
  done,
  same,          ///< nothing to change: the cycles of the base run
  not_possible,  ///< a key's range, or the workload, forbids the change
  unfinished,    ///< the run ended with unfinished tasks
  failed,        ///< the process of the run failed
  interrupted
};
inline constexpr std::array<std::string_view, 6> kOutcomeStates = {"done",       "same",   "not_possible",
                                                                   "unfinished", "failed", "interrupted"};

/// Response times of one stream.
struct StreamOutcome {
  std::string name;
  std::uint64_t done = 0;      ///< completed instances, or tasks of a stream of tasks
  double mean = 0.0;           ///< mean after the warm-up
  std::uint64_t p99 = 0;       ///< 99th percentile of all
  std::optional<bool> stable;  ///< nothing: too few to decide
};

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
