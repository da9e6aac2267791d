// SPDX-License-Identifier: Apache-2.0
// pipeline.kanata: tasks as instructions of a pipeline, in the Kanata log format 0004, for the viewer Konata.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/records.h"
#include "output/dependences.h"
#include "output/output_file.h"
#include "output/output_place.h"
#include "output/task_name.h"

namespace gantry {

/// Writes a line per task, in order of submission, with a stage per interval of its life. The format requires ascending
/// cycles, so a task is held until all earlier submitted ones have completed: at most the state monitor's window,
/// however long the run is.
class KonataWriter final : public RecordSink {
 public:
  /// Writes tasks that were submitted in the cycles `from` to before `to`. An empty path switches the file off.
  KonataWriter(const OutputPlace& place, TaskName task_name, TaskLinksOf links, Cycle from = 0, Cycle to = kNever);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override { latest_ = std::max(latest_, job.completed); }

  [[nodiscard]] bool ok() const { return file_.ok(); }
  /// Call once, after the last record.
  void finish(Diagnostics& problems);

 private:
  static constexpr std::size_t kHeldLines = 4096;

  struct Line {
    Cycle at;
    std::uint64_t task;   ///< host number
    std::uint32_t order;  ///< order among the commands of one task
    char command;
    std::string rest;        ///< text after the command and the task's line number
    std::uint64_t producer;  ///< of a command W: the predecessor
  };

  void add_lines(const TaskRecord& task, const std::vector<std::uint64_t>& after);
  /// Writes all commands before cycle `end`, which are complete.
  void write_before(Cycle end);
  void write(const Line& line);

  OutputFile file_;
  TaskName task_name_;
  Dependences<std::uint64_t> dependences_;  ///< keeps a predecessor's number
  Cycle from_;
  Cycle to_;
  std::vector<Line> held_;
  std::size_t limit_ = kHeldLines;        ///< number of held lines at which writing is tried
  std::map<std::uint64_t, Cycle> ahead_;  ///< submission cycles of tasks that completed before an earlier submitted one
  std::uint64_t next_ = 0;                ///< all tasks before it have completed
  std::uint64_t first_ = kNever;          ///< number of the first task in the file
  std::uint64_t retired_ = 0;
  Cycle latest_ = 0;   ///< latest cycle of any event
  Cycle written_ = 0;  ///< cycle of the last line
};

}  // namespace gantry
