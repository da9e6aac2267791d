// SPDX-License-Identifier: Apache-2.0
// Simulates one perturbed run. It writes no files, and takes as many cycles as `gantry run` with the same overrides.
#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "whatif/outcome.h"
#include "whatif/resources.h"

namespace gantry {

/// The base experiment as it was read: its text and overrides. Perturbed experiments are read from it again.
struct TurnBase {
  std::string text;
  std::string file;               ///< name in messages
  std::vector<std::string> sets;  ///< the user's overrides
  const Experiment& experiment;   ///< the experiment with these overrides, which passed check_feasible
};

struct TurnStep {
  const Resource* resource = nullptr;
  TurnKind kind = TurnKind::doubled;
};

/// Applies one step after the other, each to the machine that the earlier ones left, and runs the result. Without
/// steps: the base. Throws std::logic_error if an invariant is broken.
Outcome run_turned(const TurnBase& base, const std::vector<TurnStep>& steps);

}  // namespace gantry
