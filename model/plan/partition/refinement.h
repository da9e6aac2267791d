// SPDX-License-Identifier: Apache-2.0
// Refinement of a partition: the rounds of the source, then passes beyond the source. The result is the partition with
// the smallest cut seen.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "gantry/plan/partition/gains.h"
#include "gantry/plan/partition/partition.h"

namespace gantry::plan {

/// The candidate that a round moves.
enum class RoundMode : std::uint8_t {
  first,     ///< the first in candidate order ([0078])
  all,       ///< each tried alone, the one with the smallest cut is kept; candidate order breaks ties ([0080])
  random,    ///< a random one ([0075])
  together,  ///< all of them at once; the result is kept if its cut is smaller ([0067], claim 4)
};

/// End of the refinement.
enum class RefineUntil : std::uint8_t {
  stable,  ///< neither rounds nor passes help any more
  start,   ///< at once: the start is the result
  source,  ///< no candidate is left, or a move brings no new task to the boundary ([0083])
};

struct RefineOptions {
  RoundMode mode = RoundMode::first;
  RefineUntil until = RefineUntil::stable;
  GainRule rule;
  std::uint64_t seed = 1;
};

/// Observation and interruption of a refinement.
struct RefineControl {
  const std::atomic<bool>* stop = nullptr;        ///< ends the refinement; the best partition is kept; nullptr: none
  std::function<void(const Cut& best)> progress;  ///< called now and then; may be empty
  /// Called after every round of the source, and once without moves if no candidate is left. `after` may be dropped by
  /// RoundMode::together. May be empty; otherwise every round copies the partition.
  std::function<void(const Partition& before, const std::vector<Candidate>& moves, const Partition& after)> round;

  /// Moves between two checks of `stop`.
  static constexpr std::uint64_t kMovesBetweenLooks = 256;
  [[nodiscard]] bool stopped() const { return stop != nullptr && stop->load(); }
  void show(const Cut& best) const {
    if (progress) progress(best);
  }
};

struct Refined {
  std::vector<std::uint32_t> parts;  ///< part by task
  Cut cut;
  std::uint64_t rounds = 0;       ///< rounds of the source that were kept
  std::uint64_t round_moves = 0;  ///< moves of them: more than one per round with RoundMode::together
  std::uint64_t passes = 0;
  std::uint64_t pass_moves = 0;  ///< kept moves of passes
  std::uint64_t cycles = 0;      ///< over groups of tasks, see cycles.h
  std::uint64_t shakes = 0;      ///< tried, see passes.h
  std::uint64_t anneals = 0;     ///< runs, see anneal.h
  bool stopped = false;          ///< by RefineControl::stop
};

/// Refines a partition and returns the best one met, the start included. `start`: part by task, below
/// problem.parts().
Refined refine(const PartitionProblem& problem, std::vector<std::uint32_t> start, const RefineOptions& options,
               const RefineControl& control);

}  // namespace gantry::plan
