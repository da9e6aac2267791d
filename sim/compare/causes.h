// SPDX-License-Identifier: Apache-2.0
// Difference of two makespans by cause, along both critical paths.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/compared_run.h"
#include "gantry/base/diagnostics.h"
#include "metric/change.h"

namespace gantry {

struct CauseChange {
  std::string cause;
  Change cycles;
};

/// Returns the causes by size of the difference, then in the order of the list of causes. The differences sum exactly
/// to that of the makespans. Returns nothing if a run has no critical path. Problem: a path that does not sum to its
/// run's cycles.
std::optional<std::vector<CauseChange>> cause_changes(const ComparedRun& a, const ComparedRun& b,
                                                      Diagnostics& problems);

}  // namespace gantry
