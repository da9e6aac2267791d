// SPDX-License-Identifier: Apache-2.0
// What each resource of a machine would bring: every one doubled and made ideal, all of them doubled but one, and pairs
// of doublings, each a whole simulation in a process of its own. What comes out does not depend on how many run at a
// time.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "output/mean_of_runs.h"
#include "whatif/outcome.h"
#include "whatif/turn.h"
#include "whatif/turning.h"

namespace gantry {

struct Experiment;
class PointReader;

struct TurnResult {
  TurnKind kind = TurnKind::doubled;
  Outcome outcome;
};

struct ResourceResult {
  const Resource* resource = nullptr;
  std::vector<TurnResult> turns;  ///< doubled, then ideal; or other orders of submission
  /// All others doubled; nothing: it is none of those that are.
  std::optional<Outcome> left_out;
};

struct PairResult {
  TurnStep first;
  TurnStep second;
  double parts = 0.0;   ///< product of the gains of its two turns alone
  double better = 0.0;  ///< the larger of the two
  Outcome outcome;
};

struct WhatIf {
  bool by_response = false;  ///< gains are those of response times, since arrivals say when the run ends
  Outcome base;
  std::vector<ResourceResult> resources;  ///< best doubling first
  std::optional<Outcome> together;        ///< all doublings at once; nothing: not asked for
  std::vector<PairResult> pairs;          ///< best first
  std::size_t runs = 0;                   ///< simulations that came to an end, the base's included
  bool complete = false;                  ///< false: interrupted

  std::uint64_t first_seed = 0;
  std::size_t seeds = 1;  ///< runs of the base and of every turn, with the same seeds

  /// Base cycles by the outcome's, the mean over the seeds; 0 if it has none.
  [[nodiscard]] double speedup(const Outcome& of) const { return speedups(of).mean; }
  /// The geometric mean over the streams of base mean response by the outcome's, so that each counts alike, to six
  /// decimals, and the mean over the seeds; 0 where there is none: no streams, or one of them is unstable.
  [[nodiscard]] double response_speedup(const Outcome& of) const { return response_speedups(of).mean; }
  /// The same with their 95 % intervals, from the pairs of runs with one seed.
  [[nodiscard]] MeanOfRuns speedups(const Outcome& of) const;
  [[nodiscard]] MeanOfRuns response_speedups(const Outcome& of) const;
  /// That of the two by which turns are ranked.
  [[nodiscard]] double gain(const Outcome& of) const { return by_response ? response_speedup(of) : speedup(of); }
  [[nodiscard]] MeanOfRuns gains(const Outcome& of) const { return by_response ? response_speedups(of) : speedups(of); }
  /// By how much the machine with all doublings is slower without this one, as the ratio of what turns are ranked by; 0
  /// if that is not known. Two resources of which neither helps alone are both missed here.
  [[nodiscard]] double missed(const ResourceResult& of) const { return missed_by_seeds(of).mean; }
  [[nodiscard]] MeanOfRuns missed_by_seeds(const ResourceResult& of) const;
  /// Whether each turn and pair that is possible ran to its end.
  [[nodiscard]] bool all_done() const;
};

struct WhatIfOptions {
  unsigned jobs = 1;
  std::size_t pairs = 15;  ///< 0: nor all doublings together
  std::size_t seeds = 1;   ///< runs of everything, with seeds from the base's on
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t done, std::size_t of)> progress;  ///< or empty
};

/// Whether a ratio of runs differs from 1 by more than its interval. With one seed it has none.
bool distinguishable(const MeanOfRuns& ratio);

/// `base`: what the reader reads without overrides. With a base that does not complete nothing else is run.
WhatIf what_if(const PointReader& reader, const Experiment& base, const WhatIfOptions& options);

}  // namespace gantry
