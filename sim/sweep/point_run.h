// SPDX-License-Identifier: Apache-2.0
// One point of a study: its simulation in a process of its own, and its entry in the store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pool/forked.h"
#include "sweep/point_reader.h"
#include "sweep/point_row.h"
#include "sweep/point_store.h"
#include "sweep/study.h"

namespace gantry {

/// A run that is not in the store: its id and its overrides.
struct AbsentRun {
  std::string id;
  std::vector<std::string> sets;
};

/// The end of a run that is not stored.
struct PointEnd {
  PointState state = PointState::failed;  ///< failed or timeout
  std::string message;
};

/// In the process of the run: simulates with outputs in `directory`, which will be renamed to `named`. Returns the text
/// for settle_point().
std::string simulate_point(const PointReader& reader, const std::vector<std::string>& sets,
                           const std::string& directory, const std::string& named);

/// Limits of one simulation.
ForkedLimits limits_of(const Study& study);

struct PointOutcome {
  std::optional<StoredPoint> stored;
  PointEnd end;            ///< end of the run, if it is not stored
  bool disk_full = false;  ///< the disk is full: the run has no end, and no other run could be stored
};

/// Renames the outputs of the process into the store, or removes them.
PointOutcome settle_point(PointStore& store, const std::string& id, const ForkedResult& result);

}  // namespace gantry
