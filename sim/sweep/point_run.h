// SPDX-License-Identifier: Apache-2.0
// One point of a study as a simulation in a process of its own, and what becomes of it in the store.
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

/// A run that is not there: what it is called, and what it sets.
struct AbsentRun {
  std::string id;
  std::vector<std::string> sets;
};

/// How a run ended that is in no store.
struct PointEnd {
  PointState state = PointState::failed;  ///< failed or timeout
  std::string message;
};

/// In the process: simulates with outputs in `directory`, which will be called `named`; what settle_point() is to know.
std::string simulate_point(const PointReader& reader, const std::vector<std::string>& sets,
                           const std::string& directory, const std::string& named);

/// Of one simulation, as the study says.
ForkedLimits limits_of(const Study& study);

struct PointOutcome {
  std::optional<StoredPoint> stored;
  PointEnd end;            ///< without it
  bool disk_full = false;  ///< then it has no end: neither would any other one be written
};

/// Gives what the process left its name in the store, or takes it away.
PointOutcome settle_point(PointStore& store, const std::string& id, const ForkedResult& result);

}  // namespace gantry
