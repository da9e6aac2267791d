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
#include "whatif/resources.h"

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

struct Outcome {
  OutcomeState state = OutcomeState::interrupted;
  std::string message;             ///< reason of the outcome
  std::vector<KeyChange> changes;  ///< changed keys of the resources themselves
  std::vector<std::string> sets;   ///< `--set` options with which `gantry run` repeats this run
  Cycle cycles = 0;                ///< if done or same
  std::vector<StreamOutcome> streams;

  [[nodiscard]] bool has_cycles() const { return state == OutcomeState::done || state == OutcomeState::same; }
};

/// Adds the results of the run. `stream`: name of a stream of independent tasks.
void take_run(Outcome& outcome, const RanPoint& ran, const std::string& stream);

}  // namespace gantry
