// SPDX-License-Identifier: Apache-2.0
// The output directory of one run of any kind. Files of an earlier run are removed first, and the summary is written
// last, so that an interrupted run leaves nothing that looks complete.
//
//   RunDirectory directory(options.directory, inputs, problems);
//   if (!directory.ready()) return;
//   Table table(directory.file(output.table, kTableFile));   // a report: an output of its own that listens to the run
//   directory.write(kExperimentFile, resolved, problems);
//   const RunTimer timer;
//   ... simulate; table.finish(problems) ...
//   directory.close(kSummaryFile, summary, timer, problems);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "output/output_place.h"
#include "output/timing_file.h"

namespace gantry {

class RunDirectory {
 public:
  /// Reports an output that is one of the `inputs`, and a directory that cannot be made. With `kept`, which must
  /// outlive the object, there is no directory, and all outputs go there.
  RunDirectory(std::string path, const std::vector<std::string>& inputs, Diagnostics& problems,
               KeptOutputs* kept = nullptr);

  [[nodiscard]] bool ready() const { return ready_; }
  /// Returns the destination of a report's file. A file that is on becomes an output of the run.
  OutputPlace file(bool on, const char* name);
  /// Writes a small output at once; nothing if its text is empty.
  void write(const char* name, std::string_view text, Diagnostics& problems);
  /// Writes the last two files: summary and timing. Does nothing after a problem.
  void close(const char* summary, std::string_view text, const RunTimer& timer, Diagnostics& problems,
             const CoveredRuns* covered = nullptr);

  /// Files beside the summary and the timing, in order of their requests.
  [[nodiscard]] const std::vector<std::string>& outputs() const { return outputs_; }

 private:
  [[nodiscard]] OutputPlace place(const char* name) const;

  std::string path_;
  KeptOutputs* kept_;
  bool ready_;
  std::vector<std::string> outputs_;
};

}  // namespace gantry
