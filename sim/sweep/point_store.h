// SPDX-License-Identifier: Apache-2.0
// The points of a study on disk: points/ID/ with summary.json, experiment.yaml and other kept files, and point.json
// with the end of the run. A directory gets its name when it is complete, so an interrupted program leaves no
// incomplete point. A digest detects points that a power failure damaged.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gantry {

/// Stored results of a run that ended.
struct StoredPoint {
  bool done = false;    ///< false: the run ended with unfinished tasks
  std::string message;  ///< description of the unfinished tasks
  std::string summary;  ///< text of summary.json
};

/// Identity of the program that makes points. Points of other programs are not reused.
struct PointMaker {
  std::string version;
  std::string build;  ///< digest of the program
};

class PointStore {
 public:
  /// The points of the study in `directory`. `others`: directories of studies whose points are reused. `worker`: name
  /// of one of several concurrent writers, possibly on different machines; may be empty.
  PointStore(const std::string& directory, std::vector<std::string> others, PointMaker maker, std::string worker = "");

  /// Makes the directory, and removes incomplete points of this worker. Throws Error of kind `output` on failure.
  void open() const;

  /// Returns the point, if it is complete and of this program. A point of another study is copied, with the text that
  /// `experiment` returns as its experiment.yaml, whose paths start here. If `experiment` is empty, nothing is copied.
  std::optional<StoredPoint> find(const std::string& id, const std::function<std::string()>& experiment);
  /// Number of points from another program, or from another build of this one.
  [[nodiscard]] std::size_t of_others() const { return of_others_; }

  [[nodiscard]] const std::string& folder() const { return points_; }
  /// Directories of a point's outputs: while it runs, and afterwards.
  [[nodiscard]] std::string working_directory(const std::string& id) const;
  [[nodiscard]] std::string directory(const std::string& id) const;
  /// Renames the working directory to its final name. Throws Error of kind `output` if a file cannot be written.
  StoredPoint finish(const std::string& id, bool done, const std::string& message);
  void discard(const std::string& id) const;
  /// Removes the files of workers that have ended: those for which `lives` returns false.
  void discard_of_workers(const std::function<bool(const std::string& worker)>& lives) const;

 private:
  std::optional<StoredPoint> read(const std::string& folder);
  /// Whether the copy in the working directory is a valid point with this experiment.yaml.
  bool take_copy(const std::string& id, const std::string& experiment, const StoredPoint& point);
  [[nodiscard]] std::string working_prefix() const;

  const std::string points_;
  const std::vector<std::string> others_;
  const PointMaker maker_;
  const std::string worker_;
  std::size_t of_others_ = 0;
};

/// Returns the state of a run from point.json, for `gantry sweep status`; nothing: not readable.
std::optional<std::string> stored_state(const std::string& study_directory, const std::string& id);

}  // namespace gantry
