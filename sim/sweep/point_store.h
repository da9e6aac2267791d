// SPDX-License-Identifier: Apache-2.0
// The points of a study on disk: points/ID/ with summary.json, experiment.yaml and what else is kept, and point.json,
// which says how it ended. A point gets its name when it is whole, so there is no half one, whenever the program ends;
// what a machine that lost its power left is told by a digest.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gantry {

/// What is kept of a run that came to an end.
struct StoredPoint {
  bool done = false;    ///< false: it ended with unfinished tasks
  std::string message;  ///< which
  std::string summary;  ///< text of summary.json
};

/// Who makes points: those of another program are not taken.
struct PointMaker {
  std::string version;
  std::string build;  ///< digest of the program
};

class PointStore {
 public:
  /// The points of the study in `directory`; `others`: directories of studies whose points are taken, too. `worker`:
  /// one of several that write points at a time, on whichever machine, or empty.
  PointStore(const std::string& directory, std::vector<std::string> others, PointMaker maker, std::string worker = "");

  /// Makes the folder and removes what this worker did not finish. Throws Error of kind `output` if it cannot be made.
  void open() const;

  /// The point, if it is whole and of this program. From another study it is copied, with what `experiment` gives as
  /// its experiment.yaml, whose paths start here; if that is empty it is only looked at.
  std::optional<StoredPoint> find(const std::string& id, const std::function<std::string()>& experiment);
  /// Points that were there and of another program, or of another build of this one.
  [[nodiscard]] std::size_t of_others() const { return of_others_; }

  [[nodiscard]] const std::string& folder() const { return points_; }
  /// Where the outputs of a point are written while it runs, and where they will be.
  [[nodiscard]] std::string working_directory(const std::string& id) const;
  [[nodiscard]] std::string directory(const std::string& id) const;
  /// Names what is in the working directory. Throws Error of kind `output` if a file cannot be written.
  StoredPoint finish(const std::string& id, bool done, const std::string& message);
  void discard(const std::string& id) const;
  /// Takes away what workers left that are no more: those for which `lives` is false.
  void discard_of_workers(const std::function<bool(const std::string& worker)>& lives) const;

 private:
  std::optional<StoredPoint> read(const std::string& folder);
  /// Whether what is copied into the working directory is a point now, with this experiment.yaml.
  bool take_copy(const std::string& id, const std::string& experiment, const StoredPoint& point);
  [[nodiscard]] std::string working_prefix() const;

  const std::string points_;
  const std::vector<std::string> others_;
  const PointMaker maker_;
  const std::string worker_;
  std::size_t of_others_ = 0;
};

/// Whether point.json of a point says how it ended, for `gantry sweep status`: its state, or nothing.
std::optional<std::string> stored_state(const std::string& study_directory, const std::string& id);

/// Writes a file under another name first, so that it is there as a whole or not at all. Throws Error of kind `output`.
void write_whole_file(const std::string& path, const std::string& text);

}  // namespace gantry
