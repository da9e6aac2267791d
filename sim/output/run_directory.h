// SPDX-License-Identifier: Apache-2.0
// The directory of one run, of whatever kind, from its first file to its last. What stands there from an earlier run is
// taken away first and the summary is written last, so that a run that is cut short leaves nothing that looks whole.
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
  /// Reports an output that is one of the `inputs`, and a directory that cannot be made. With `kept`, which outlives
  /// it, there is no directory: all outputs are kept there.
  RunDirectory(std::string path, const std::vector<std::string>& inputs, Diagnostics& problems,
               KeptOutputs* kept = nullptr);

  [[nodiscard]] bool ready() const { return ready_; }
  /// Where a report writes; off if it is. A file that is on is one of the run's outputs.
  OutputPlace file(bool on, const char* name);
  /// A small output as a whole; nothing if its text is empty.
  void write(const char* name, std::string_view text, Diagnostics& problems);
  /// The last two files: what came out, and what it cost. Not after a problem.
  void close(const char* summary, std::string_view text, const RunTimer& timer, Diagnostics& problems);

  /// Files beside the summary and the timing, in the order in which they were asked for.
  [[nodiscard]] const std::vector<std::string>& outputs() const { return outputs_; }

 private:
  [[nodiscard]] OutputPlace place(const char* name) const;

  std::string path_;
  KeptOutputs* kept_;
  bool ready_;
  std::vector<std::string> outputs_;
};

}  // namespace gantry
