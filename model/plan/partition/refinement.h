// SPDX-License-Identifier: Apache-2.0
// How a partition gets better: by the source's rounds, and beyond them by passes. The partition with the smallest cut
// of all those seen is the result.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "gantry/plan/partition/gains.h"
#include "gantry/plan/partition/partition.h"

namespace gantry::plan {

/// Which candidate a round moves.
enum class RoundMode : std::uint8_t {
  first,   ///< the one that comes first in candidate order ([0078])
  all,     ///< each alone, then on from the one with the smallest cut, ties by candidate order ([0080])
  random,  ///< any ([0075])
};

/// When refinement ends.
enum class RefineUntil : std::uint8_t {
  stable,  ///< when neither rounds nor passes help any more
  start,   ///< at once: the start is the result
  source,  ///< when a move brings no task to the boundary that has not been there before ([0083]), or none is left
};

struct RefineOptions {
  RoundMode mode = RoundMode::first;
  RefineUntil until = RefineUntil::stable;
  GainRule rule;
  std::uint64_t seed = 1;
};

/// How refinement is watched and ended from outside.
struct RefineControl {
  const std::atomic<bool>* stop = nullptr;        ///< the best partition so far is kept
  std::function<void(const Cut& best)> progress;  ///< called now and then

  /// How many moves go by before anyone asks again.
  static constexpr std::uint64_t kMovesBetweenLooks = 256;
  [[nodiscard]] bool stopped() const { return stop != nullptr && stop->load(); }
  void show(const Cut& best) const {
    if (progress) progress(best);
  }
};

struct Refined {
  std::vector<std::uint32_t> parts;
  Cut cut;
  std::uint64_t rounds = 0;  ///< moves of the source's rounds
  std::uint64_t passes = 0;
  std::uint64_t pass_moves = 0;  ///< that were kept
  std::uint64_t cycles = 0;      ///< over groups of tasks, see cycles.h
  std::uint64_t shakes = 0;      ///< that were tried, see passes.h
  std::uint64_t anneals = 0;     ///< runs, see anneal.h
  bool stopped = false;          ///< by RefineControl::stop
};

Refined refine(const PartitionProblem& problem, std::vector<std::uint32_t> start, const RefineOptions& options,
               const RefineControl& control);

}  // namespace gantry::plan
