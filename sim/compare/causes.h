// SPDX-License-Identifier: Apache-2.0
// The difference of the makespans by cause, along both critical paths.
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

/// By size of the difference, then in the order of the causes' list. Their differences sum exactly to that of the
/// makespans. Nothing if a run has no critical path. Problems: a path that does not sum to its run's cycles.
std::optional<std::vector<CauseChange>> cause_changes(const ComparedRun& a, const ComparedRun& b,
                                                      Diagnostics& problems);

}  // namespace gantry
