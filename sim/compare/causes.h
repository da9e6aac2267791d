// SPDX-License-Identifier: Apache-2.0
// Differences by cause: of two makespans along both critical paths, of waits, and of idle processors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/compared_run.h"
#include "gantry/base/diagnostics.h"
#include "metric/change.h"

namespace gantry {

struct CauseChange {
  std::string cause;  ///< or a block that held jobs
  Change cycles;
};
using CauseChanges = std::vector<CauseChange>;

// The changes by size, then in the order of the names' list. Nothing if a run does not have these results.

/// Along both critical paths; the differences sum exactly to that of the makespans. Problem: a path that does not sum
/// to its run's cycles.
std::optional<CauseChanges> cause_changes(const ComparedRun& a, const ComparedRun& b, Diagnostics& problems);
/// Of the cycles in which ready tasks of the critical paths waited.
std::optional<CauseChanges> held_changes(const ComparedRun& a, const ComparedRun& b);
/// Of the processors' cycles that were idle beside ready work, by the block that held it.
std::optional<CauseChanges> overhead_changes(const ComparedRun& a, const ComparedRun& b);

}  // namespace gantry
