// SPDX-License-Identifier: Apache-2.0
// Applies turns to the base: which overrides make a perturbed run.
#pragma once

#include <memory>
#include <vector>

#include "whatif/outcome.h"
#include "whatif/turn.h"

namespace gantry {

struct Experiment;
class PointReader;

struct TurnStep {
  const Resource* resource = nullptr;
  TurnKind kind = TurnKind::doubled;
};

struct Turned {
  /// `changes` and `sets` of the run; `not_possible` or `same`, with the reason, if there is nothing to run.
  Outcome outcome;
  /// The experiment to run; nullptr: none.
  std::shared_ptr<const Experiment> experiment;
};

/// Applies one step after the other, each to the machine that the earlier ones left. Without steps: the base.
Turned turned(const PointReader& reader, const Experiment& base, const std::vector<TurnStep>& steps);

}  // namespace gantry
