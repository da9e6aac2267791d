// SPDX-License-Identifier: Apache-2.0
// A run as a timeline, written while the run goes on, in bounded memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/records.h"
#include "output/counter_samples.h"
#include "output/dependences.h"
#include "output/gauge_changes.h"
#include "output/gauge_fan_out.h"
#include "output/task_name.h"
#include "output/timeline.h"

namespace gantry {

struct TraceOptions {
  Cycle from = 0;
  Cycle to = kNever;                  ///< inclusive; slices that reach out of the window are cut at its ends
  std::uint64_t max_bytes = 1 << 26;  ///< of the file
};

struct TracedProcessor {
  std::string name;
  bool moves_data = false;  ///< its jobs are transfers
};

/// A stretch of the critical path.
struct TracedStep {
  Cycle from = 0;
  Cycle to = 0;
  std::string_view cause;
  std::string task;  ///< empty: of none
  std::uint32_t job = kNone;
  std::string_view station;  ///< that it comes to
};

/// Rows: the critical path; per processor a slice per job's compute interval (of one that moves data: per transfer),
/// and the jobs that it has with their phases; per task class the lives of tasks with their stages; the dispatcher's
/// picks, from each of which a flow leads to the job's slice; flows from tasks to those that wait for them; a counter
/// per gauge.
class TraceWriter final : public RecordSink, public GaugeRecorder {
 public:
  TraceWriter(std::unique_ptr<Timeline> timeline, const TraceOptions& options, TaskName task_name, TaskLinksOf links,
              const std::vector<TracedProcessor>& processors);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;
  void match_failed(std::uint64_t task, Cycle now) override;
  void match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) override;
  std::uint32_t add(const Gauge& gauge) override;
  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override;

  [[nodiscard]] bool ok() const { return timeline_->ok(); }
  /// Tasks and jobs that completed in this cycle or later are not in the file, nor are counters from it on: it would
  /// have more bytes than it may. kNever: all is there.
  [[nodiscard]] Cycle left_out() const { return left_out_; }
  /// Closes the file. Call once, after the last record.
  void finish(const std::vector<TracedStep>& path, Diagnostics& problems);

 private:
  struct Processor {
    std::string name;
    bool moves_data;
    Timeline::Rows work;
    Timeline::Rows jobs;
  };
  struct Counter {
    Timeline::Counter counter;
    std::uint64_t before;  ///< value as the window begins
    CounterSamples samples;
  };
  /// A matching failure, or a stretch of failures that were counted and not run.
  struct Failure {
    Cycle from;
    Cycle to;             // == from: a single failure
    std::uint64_t count;  // or the task's number
  };
  struct Predecessor {
    std::uint64_t first_flow;  ///< of those that lead to its successors; ~0: its end is not drawn
  };

  /// Something of cycle `now` is heard of: whenever a stretch of kStretch cycles is over, all that was held back of it
  /// is written in an order of its own, so that the file does not depend on the order in which blocks are evaluated.
  void reach(Cycle now);
  void flush(Cycle end);
  template <class Held, class Key>
  void write_before(std::vector<Held>& held, Cycle end, Key key);
  void write(const TaskRecord& task);
  void write(const JobRecord& job);
  void write(const Failure& failure);
  void write_work(const JobRecord& job, const Processor& processor, const std::string& task, bool flows);
  void write_counters();
  void write_end();
  void write_path(const std::vector<TracedStep>& path);
  /// What the counters may need at the end.
  [[nodiscard]] std::uint64_t reserve() const;
  void limit_samples();
  void begin(TimelineSlice slice);
  void part(std::string_view name, Cycle from, Cycle to);
  void end(Timeline::Rows rows);
  Timeline::Group block_group(const std::string& block);

  [[nodiscard]] bool inside(Cycle cycle) const { return cycle >= options_.from && cycle <= options_.to; }
  /// Cuts [from, to] to the window; false if nothing is left.
  [[nodiscard]] bool cut(Cycle& from, Cycle& to) const;

  std::unique_ptr<Timeline> timeline_;
  TraceOptions options_;
  const TaskName task_name_;
  Dependences<Predecessor> dependences_;
  std::vector<Processor> processors_;
  std::vector<Timeline::Rows> classes_;  ///< by task class
  Timeline::Rows path_ = 0;
  Timeline::Rows picks_ = 0;
  Timeline::Rows failures_ = 0;
  std::vector<TaskRecord> held_tasks_;
  std::vector<JobRecord> held_jobs_;
  std::vector<Failure> held_failures_;
  GaugeChanges changes_;
  std::vector<Counter> counters_;
  std::map<std::string, Timeline::Group> blocks_;
  std::vector<TimelineSlice> slices_;  ///< being put together: the outer one first
  Cycle latest_ = 0;                   ///< last cycle heard of
  Cycle next_flush_ = 0;               ///< first cycle of the next stretch
  Cycle written_ = 0;                  ///< what was before this cycle is written
  Cycle left_out_ = kNever;
  std::uint64_t flows_ = 0;  ///< between tasks
  bool started_ = false;     ///< counters have their limits
};

}  // namespace gantry
