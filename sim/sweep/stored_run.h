// SPDX-License-Identifier: Apache-2.0
// A run of a study: a run of a point (point/point_run.h) whose outputs go into the store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "point/point_reader.h"
#include "point/point_run.h"
#include "sweep/absent_run.h"
#include "sweep/point_store.h"
#include "sweep/study.h"

namespace gantry {

/// The base of a study's points, with the reports that metrics, constraints, search and `keep` need.
PointBase point_base(const Study& study, std::string version);

/// Limits of one simulation.
ForkedLimits limits_of(const Study& study);

/// The run of a point of `study` with these overrides that the store will name `id`.
PointRun run_into(const PointStore& store, const Study& study, const std::string& id,
                  const std::vector<std::string>& sets);

struct PointOutcome {
  std::optional<StoredPoint> stored;
  PointEnd end;            ///< end of the run, if it is not stored
  bool disk_full = false;  ///< the disk is full: the run has no end, and no other run could be stored
};

/// Renames the outputs of the run into the store, or removes them.
PointOutcome settle_point(PointStore& store, const std::string& id, const RanPoint& ran);

}  // namespace gantry
