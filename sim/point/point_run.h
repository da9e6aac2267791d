// SPDX-License-Identifier: Apache-2.0
// Runs points, each in a process of its own. The one runner of studies and of what-if.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "point/point_reader.h"
#include "point/point_state.h"
#include "point/warm_start.h"
#include "pool/forked.h"

namespace gantry {

struct PointRun {
  std::vector<std::string> sets;  ///< overrides of the base
  std::string directory;          ///< of the outputs; empty: none is written, and RanPoint has the summary
  std::string named;              ///< name of the directory after the run, for paths in its files
  /// The experiment with these overrides, if the caller has read it; nullptr: the process of the run reads it.
  std::shared_ptr<const Experiment> experiment = nullptr;
  bool explained = true;  ///< whether the summary explains the run (run/simulation.h)
  /// The first cycles, which the run shares with others; nothing: it begins at cycle 0. Only with a directory, and
  /// without `experiment`.
  std::optional<WarmStart> warm = std::nullopt;
};

/// How a run of a point ended.
struct RanPoint {
  PointState state = PointState::failed;  ///< done, failed or timeout
  bool ended = false;                     ///< the simulation came to its end, with or without unfinished tasks
  std::string message;                    ///< why it is not done
  std::string summary;                    ///< text of summary.json, of a run without a directory that ended
};

/// Runs a point in this process.
RanPoint simulate_point(const PointReader& reader, const PointRun& run);

struct PointWork {
  /// Returns the next run. Nothing: none now; it is called again when a run has ended.
  std::function<std::optional<PointRun>()> next;
  /// Receives the end of a run. `number`: of the call of `next` that returned it, from 0, counting runs alone.
  std::function<void(std::size_t number, const RanPoint& ran)> done;
  /// Called several times per second while runs go on; may be empty.
  std::function<void()> idle = {};
};

/// Makes the runs that `next` returns. Returns false if `options.stop` was set; runs that were under way have no end
/// then.
bool run_points(const PointReader& reader, const PointWork& work, const ForkedOptions& options);

}  // namespace gantry
