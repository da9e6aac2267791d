// SPDX-License-Identifier: Apache-2.0
// pipeline.kanata: tasks as the instructions of a pipeline, in the Kanata log format 0004, for Konata.
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

/// A line per task, in order of submission, with a stage per stretch of its life. The format knows only one direction
/// of time, so a task is held back until all that were submitted before it have completed: as many as the state
/// monitor's window has, however long the run is.
class KonataWriter final : public RecordSink {
 public:
  /// Tasks that were submitted in the cycles `from` up to, not including, `to`. An empty path means off.
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
    std::uint32_t order;  ///< among those of one task
    char command;
    std::string rest;        ///< behind the command and the number of the line's task
    std::uint64_t producer;  ///< of a command W
  };

  void add_lines(const TaskRecord& task, const std::vector<std::uint64_t>& after);
  /// All of the cycles before `end`, of which nothing more can come.
  void write_before(Cycle end);
  void write(const Line& line);

  OutputFile file_;
  TaskName task_name_;
  Dependences<std::uint64_t> dependences_;  ///< a predecessor's number
  Cycle from_;
  Cycle to_;
  std::vector<Line> held_;
  std::size_t limit_ = kHeldLines;        ///< of lines held, until it is tried to write some
  std::map<std::uint64_t, Cycle> ahead_;  ///< done before a task that was submitted earlier: when they were submitted
  std::uint64_t next_ = 0;                ///< all tasks before it are done
  std::uint64_t first_ = kNever;          ///< number of the first task in the file
  std::uint64_t retired_ = 0;
  Cycle latest_ = 0;   ///< last cycle heard of
  Cycle written_ = 0;  ///< cycle of the last line
};

}  // namespace gantry
