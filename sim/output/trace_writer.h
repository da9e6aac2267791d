// SPDX-License-Identifier: Apache-2.0
// Writes a run as a timeline, during the run and in bounded memory.
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
  Cycle to = kNever;                  ///< inclusive; slices are cut at the ends of the window
  std::uint64_t max_bytes = 1 << 26;  ///< largest size of the file
};

struct TracedProcessor {
  std::string name;
  bool moves_data = false;  ///< its jobs are data transfers
};

/// An interval of the critical path.
struct TracedStep {
  Cycle from = 0;
  Cycle to = 0;
  std::string_view cause;
  std::string task;  ///< empty: no task
  std::uint32_t job = kNone;
  std::string_view station;  ///< station that the interval leads to
};

/// Rows: the critical path; for each processor a slice per job's computation (or transfer), and its jobs with their
/// phases; for each task class the lives of tasks with their stages; the dispatcher's picks, with a flow to the job's
/// slice; flows from tasks to tasks that wait for them; a counter per gauge.
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
  /// First cycle that is left out because of the size limit: tasks and jobs that completed in it or later, and counters
  /// from it on. kNever: the file is complete.
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
    std::uint64_t before;  ///< value at the begin of the window
    CounterSamples samples;
  };
  /// A matching failure, or an interval of failures that were skipped.
  struct Failure {
    Cycle from;
    Cycle to;             // equal to `from`: a single failure
    std::uint64_t count;  // number of failures, or of the task
  };
  struct Predecessor {
    std::uint64_t first_flow;  ///< number of the first flow to a successor; ~0: its end is not drawn
  };

  /// Notes an event of cycle `now`. When a slice of kStretch cycles has ended, its held events are written in a fixed
  /// order, so that the file does not depend on the order in which blocks are evaluated.
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
  /// Bytes that the counters may need at the end.
  [[nodiscard]] std::uint64_t reserve() const;
  void limit_samples();
  void begin(TimelineSlice slice);
  void part(std::string_view name, Cycle from, Cycle to);
  void end(Timeline::Rows rows);
  Timeline::Group block_group(const std::string& block);

  [[nodiscard]] bool inside(Cycle cycle) const { return cycle >= options_.from && cycle <= options_.to; }
  /// Clips [from, to] to the window. Returns false if nothing is left.
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
  std::vector<TimelineSlice> slices_;  ///< slices being assembled, the outer one first
  Cycle latest_ = 0;                   ///< latest cycle of any event
  Cycle next_flush_ = 0;               ///< first cycle of the next slice of kStretch cycles
  Cycle written_ = 0;                  ///< all earlier events are written
  Cycle left_out_ = kNever;
  std::uint64_t flows_ = 0;  ///< number of flows between tasks
  bool started_ = false;     ///< the counters' limits are set
};

}  // namespace gantry
