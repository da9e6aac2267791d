// SPDX-License-Identifier: Apache-2.0
// One simulation of a turned machine. It writes nothing and gives the cycles of `gantry run` with the same overrides.
#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "whatif/outcome.h"
#include "whatif/resources.h"

namespace gantry {

/// The experiment as it was read: its text and overrides, from which turned ones are read again.
struct TurnBase {
  std::string text;
  std::string file;               ///< as messages call it
  std::vector<std::string> sets;  ///< the user's own
  const Experiment& experiment;   ///< what they make, feasible
};

struct TurnStep {
  const Resource* resource = nullptr;
  TurnKind kind = TurnKind::doubled;
};

/// Turns one step after the other, the later ones from where the earlier ones left the machine, and runs it. Without
/// steps: the base. Throws std::logic_error when an invariant is broken.
Outcome run_turned(const TurnBase& base, const std::vector<TurnStep>& steps);

}  // namespace gantry
