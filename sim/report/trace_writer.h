// SPDX-License-Identifier: Apache-2.0
// trace.json: the run as a timeline in the Trace Event Format, for ui.perfetto.dev and chrome://tracing. Written while
// the run goes on, in bounded memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/records.h"
#include "report/gauge_changes.h"
#include "report/gauge_fan_out.h"
#include "report/task_name.h"
#include "report/trace_events.h"

namespace gantry {

struct TraceOptions {
  std::string experiment;
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  Cycle from = 0;
  Cycle to = kNever;  ///< inclusive; slices that reach out of the window are cut at its ends
};

/// Tracks: a thread per processor with a slice per job's compute interval; per processor an asynchronous row of
/// transfers (picked to arrived), which may overlap; per task class an asynchronous row of task lives with their
/// stages; the dispatcher's picks, from each of which a flow leads to the job's compute slice; a counter per gauge.
class TraceWriter final : public RecordSink, public GaugeRecorder {
 public:
  /// An empty path means off.
  TraceWriter(const std::string& path, const TraceOptions& options, TaskName task_name,
              const std::vector<std::string>& processors);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;
  void match_failed(std::uint64_t task, Cycle now) override;
  void match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) override;
  std::uint32_t add(const Gauge& gauge) override;
  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override;

  [[nodiscard]] bool ok() const { return events_.ok(); }
  /// Closes the JSON text. Call once, after the last record.
  void finish(Diagnostics& problems);

 private:
  struct Counter {
    std::uint32_t process;
    std::string name;  // as JSON
    std::uint64_t value;
    bool shown;                 // its value at the beginning of the window stands in the trace
    std::uint64_t changes = 0;  // that stand there
    Cycle last = 0;             // cycle of the latest of them
    Cycle held = kNever;        // of the latest change, if it does not stand there; kNever: it does
    std::uint64_t held_value = 0;
  };

  /// A matching failure, or a stretch of failures that were counted and not run.
  struct Failure {
    Cycle from;
    Cycle to;             // == from: a single failure
    std::uint64_t count;  // or the task's number
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
  void write(Cycle cycle, std::uint32_t counter, std::uint64_t value);
  void show_first(Counter& counter);
  void show_held(Counter& counter);
  std::uint32_t block_process(const std::string& block);

  [[nodiscard]] bool inside(Cycle cycle) const { return cycle >= options_.from && cycle <= options_.to; }
  /// Cuts [from, to] to the window; false if nothing is left.
  [[nodiscard]] bool cut(Cycle& from, Cycle& to) const;

  TraceOptions options_;
  const TaskName task_name_;
  std::vector<std::string> processors_;  // as JSON
  std::vector<std::string> transfers_;   // names of the transfer rows, as JSON
  TraceEvents events_;
  std::vector<TaskRecord> held_tasks_;
  std::vector<JobRecord> held_jobs_;
  std::vector<Failure> held_failures_;
  GaugeChanges changes_;
  std::vector<Counter> counters_;
  std::map<std::string, std::uint32_t> blocks_;  // block to process number
  TraceEvents::Track picks_{};
  Cycle latest_ = 0;      // last cycle heard of
  Cycle next_flush_ = 0;  // first cycle of the next stretch
};

}  // namespace gantry
