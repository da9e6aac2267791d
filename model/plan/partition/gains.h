// SPDX-License-Identifier: Apache-2.0
// Gains of boundary tasks (source 000 [0051] to [0062]), and the moves that follow from them ([0065] to [0075]). The
// source counts critical edges; here it is whatever the objective counts first.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/partition/partition.h"

namespace gantry::plan {

struct GainRule {
  std::uint64_t critical_value = 1;  ///< value of a critical edge ([0058]) or byte, at least 1
  std::uint64_t threshold = 0;       ///< a difference of gains must exceed it
};

/// Gain of a boundary task towards another part to which it has an edge.
struct SecondGain {
  std::uint32_t part = 0;
  std::uint64_t gain = 0;
};

struct Gains {
  std::uint64_t first = 0;         ///< towards its own part
  std::vector<SecondGain> second;  ///< towards other parts to which it has edges, ascending by part
};

/// Returns the gains of a task: per part, the weight of its edges there (what the objective counts first), times
/// `critical_value`.
Gains gains(const Partition& partition, std::uint32_t task, const GainRule& rule);

/// Whether the second gain towards `to` exceeds the first by more than the threshold. Ignores balance.
inline bool is_drawn(const Connection& own, const Connection& to, const GainRule& rule) {
  if (to.weight.first <= own.weight.first) return false;
  const std::uint64_t difference = to.weight.first - own.weight.first;
  return difference > rule.threshold / rule.critical_value;
}

/// A move with such a gain that the balance allows.
struct Candidate {
  std::uint32_t task = 0;
  std::uint32_t to = 0;
};

/// Returns all moves that the gains call for, whether or not the balance allows them: by flow order of the tasks, then
/// larger difference, then lower part.
std::vector<Candidate> drawn_moves(const Partition& partition, const GainRule& rule);

/// Returns those of them that the balance allows, in the same order.
std::vector<Candidate> candidates(const Partition& partition, const GainRule& rule);

}  // namespace gantry::plan
