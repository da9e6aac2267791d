// SPDX-License-Identifier: Apache-2.0
// State shared by all backends of the state monitor: task ids, waiting queries and registrations, completions, stamps
// and counters. StateMonitor and EarlyMonitor are our backends; another one is behind the block's pins (tb/pins).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/completion_bits.h"
#include "gantry/scheduler/id_pool.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

/// Everything that a state monitor is connected to. All references must outlive it.
struct MonitorParts {
  const MonitorConfig& config;
  TaskTable& tasks;
  JobTable& jobs;
  SchedulerLinks& links;
  RecordSink& sink;
  std::uint32_t max_retries = 0;  ///< dispatcher.max_retries
};

/// Observer of jobs whose time is over.
class OverdueListener {
 public:
  virtual ~OverdueListener() = default;
  virtual void job_overdue(JobRef job, Cycle now) = 0;
};

class StateMonitorBase : public Unit, public Receiver, public Participant {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Connects the port of interrupts, which go to terminal `host`.
  void connect(SendPort port, TerminalId host) {
    port_ = port;
    host_ = host;
  }
  // For observers: the inbox of completions, and the port of interrupts.
  [[nodiscard]] Link<JobRef>& inbox() { return completions_; }
  [[nodiscard]] SendPort& outlet() { return port_; }
  void listen(OverdueListener* listener) { overdue_ = listener; }
  /// Accepts a completion message in any state.
  void receive(const Message& message, Cycle visible) override;

  /// Records a task that cannot run as complete, without a task id. Seen from cycle `visible` on.
  void drop(TaskRef task, Cycle visible) { dropped_.send(task, visible - 1); }

  /// Host number of the oldest task that it does not know to be done.
  [[nodiscard]] std::uint64_t oldest_unfinished() const { return bits_.oldest(); }
  [[nodiscard]] std::uint64_t tasks_completed() const { return tasks_completed_; }
  [[nodiscard]] std::uint64_t jobs_completed() const { return jobs_completed_; }
  /// Tasks that have failed or were cancelled, in order of their ends.
  [[nodiscard]] const std::vector<TaskRecord>& failed_tasks() const { return failed_tasks_; }
  /// Of these the cancelled ones, and their jobs.
  [[nodiscard]] std::uint64_t tasks_cancelled() const { return tasks_cancelled_; }
  [[nodiscard]] std::uint64_t jobs_cancelled() const { return jobs_cancelled_; }
  [[nodiscard]] std::uint64_t jobs_failed() const { return jobs_failed_; }
  /// Attempts that counted as lost so far.
  [[nodiscard]] std::uint64_t jobs_lost() const { return jobs_lost_; }
  /// Those of them that may still answer.
  [[nodiscard]] std::uint64_t answers_owed() const { return answers_owed_; }
  /// Tasks that are over and stay in the table until their last late answer.
  [[nodiscard]] std::uint32_t tasks_kept() const { return tasks_kept_; }
  [[nodiscard]] const WaitStats& waits() const { return waits_; }
  /// Returns for each waiting query the host numbers of its task and of the task that it waits for, in order of the
  /// queries.
  [[nodiscard]] virtual std::vector<std::pair<std::uint64_t, std::uint64_t>> waiting_for() const;
  [[nodiscard]] bool only_repeats() const override {
    return links_.monitor_requests.empty() && line_.empty() && dropped_.empty() && due_ == 0 && !must_retire();
  }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  explicit StateMonitorBase(const MonitorParts& parts);

  /// A query without an answer. It is in `line_`, to be checked, or waits for one task.
  struct Query {
    QueueId queue = 0;
    TaskRef task = kNone;
    /// Number of conditions that hold: predecessors that have completed, then earlier tasks of the plan that are
    /// registered. The query waits for the condition with this index.
    std::size_t next = 0;
    bool waits = false;  ///< it is not in `line_`
    bool due = false;    ///< it waits no more, and joins `line_` when its turn comes
  };
  struct DoneJob {
    TaskRef task = kNone;
    ProcessorId processor = 0;
    bool last = false;  ///< all jobs of the task have completed
  };

  void take_request(const MonitorRequest& request, Cycle now);
  /// Drops the completion of a job that counted as lost, and reports its slot as free. Returns whether it was one.
  bool drop_late(JobRef job, Cycle now);
  /// Takes the completion of a job that has failed. Returns whether it was one.
  bool lose_failed_job(JobRef job, Cycle now);
  /// Records the completion of a job.
  DoneJob complete_job(JobRef job, Cycle now);
  /// Whether a predecessor of the task has failed or was cancelled, and its successors are to be cancelled.
  [[nodiscard]] bool must_cancel(TaskRef task) const;
  /// Records a task as cancelled, without a task id.
  void cancel_task(TaskRef task, Cycle now) {
    tasks_[task].record.cancelled = now;
    complete_task(task, now);
  }
  /// Records a task as done or failed, frees its id, wakes queries that wait for it, and interrupts the host.
  void complete_task(TaskRef task, Cycle now);
  /// All jobs of the task have ended.
  virtual void end_task(TaskRef task, Cycle now) { complete_task(task, now); }
  /// With retire_per_cycle: the window begins with a task that is done.
  [[nodiscard]] bool must_retire() const { return config_.retire_per_cycle > 0 && bits_.is_behind(); }
  /// Moves the window on over tasks that are done, with retire_per_cycle over up to so many in a cycle.
  void retire(Cycle now);
  /// With query_wakeups_per_cycle: puts up to so many of the queries that are due back in line.
  void wake_up(Cycle now);
  /// Checks up to predecessors_per_cycle conditions of the first query in line. If all hold, removes it from the line
  /// and returns its index in `queries_`.
  std::optional<std::size_t> check_query(Cycle now);
  /// Gives an id to the oldest waiting registration and returns it; nothing if none waits or no id is free.
  std::optional<MonitorAnswer> grant(Cycle now);
  void give_id(TaskRef task, Cycle now);
  /// With job_timeout, behind the completions of the cycle: reports the oldest overdue job unless a completion has been
  /// taken, and takes the jobs that were sent.
  void watch_jobs(bool completed, Cycle now);
  /// Cycle after `now` in which the next job is overdue or the next sent job is seen; kNever: none.
  [[nodiscard]] Cycle next_watch(Cycle now) const;
  /// Starts the timer of a job that was sent.
  void take_watch(const JobWatch& watch, Cycle now);
  /// Forgets the oldest timers whose jobs are over.
  void drop_over();
  /// Records the watched job as overdue. The caller removes the watch.
  void report_overdue(const JobWatch& watch, Cycle now);
  /// Whether the watched job has completed. Its slot may have another job by now.
  [[nodiscard]] bool is_over(const JobWatch& watch) const {
    const JobRecord& record = jobs_[watch.job].record;
    return record.sent != watch.sent || record.completed != kNever;
  }
  /// Sends what has become of a job to the dispatcher.
  virtual void report(const ProcessorUpdate& update, Cycle now) { links_.processor_updates.send(update, now); }
  /// Whether a query is in line or to be woken, an id can be granted, or the window has to move on.
  [[nodiscard]] bool has_work() const {
    return !line_.empty() || due_ > 0 || must_retire() || (!registrations_.empty() && pool_.has_free());
  }
  void update_gauges(Cycle now);

  const MonitorConfig config_;
  TaskTable& tasks_;
  SchedulerLinks& links_;
  Link<JobRef> completions_;
  Link<TaskRef> dropped_;
  std::vector<Query> queries_;         ///< in order of arrival
  std::size_t due_ = 0;                ///< queries that are due
  Ring<TaskRef> line_;                 ///< tasks whose queries are to be checked
  Ring<MonitorAnswer> registrations_;  ///< tasks that wait for a task id
  CompletionBits bits_;
  IdPool pool_;
  JobTable& jobs_;
  Ring<JobWatch> watched_;  ///< in order of their ends

 private:
  /// The job counts as lost, although its processor may still answer.
  void lose_overdue_job(JobRef job, Cycle now);
  void lose_job(const LiveJob& job, bool quarantine, bool answered, Cycle now);
  void count_waits(const TaskRecord& record);
  /// Puts the queries that wait for the task with this host number back in line. With query_wakeups_per_cycle they are
  /// due.
  void wake_queries(std::uint64_t number, Cycle now);
  void join_line(Query& query, Cycle now);
  /// Host number of the task in the query's next condition. Precondition: there is one.
  [[nodiscard]] std::uint64_t waits_for(const Query& query) const;
  /// Whether the query's next condition holds.
  [[nodiscard]] bool is_met(const Query& query) const;

  RecordSink& sink_;
  const std::uint32_t wakeups_;  ///< query_wakeups_per_cycle, 0 with early_registration
  Cycle retired_in_ = kNever;    ///< cycle of the last call of retire()
  std::uint32_t retired_ = 0;    ///< tasks that the window has moved on over in this cycle
  OverdueListener* overdue_ = nullptr;
  const std::uint32_t max_retries_;
  std::vector<TaskRecord> failed_tasks_;
  std::vector<std::uint64_t> failed_numbers_;  ///< with on_failure cancel: host numbers of failed_tasks_, ascending
  std::uint64_t tasks_cancelled_ = 0;
  std::uint64_t jobs_cancelled_ = 0;
  std::uint64_t jobs_failed_ = 0;
  std::uint64_t jobs_lost_ = 0;
  std::uint64_t answers_owed_ = 0;
  std::uint32_t tasks_kept_ = 0;
  SendPort port_;
  TerminalId host_ = 0;
  std::uint64_t tasks_completed_ = 0;
  std::uint64_t jobs_completed_ = 0;
  WaitStats waits_;
  Gauge& ids_;
  Gauge& stall_ids_;
  Gauge& job_done_;
  Gauge& task_done_;
  Gauge& done_task_;
  Gauge& grant_valid_;
  Gauge& granted_id_;
  std::uint64_t* timeouts_ = nullptr;      ///< counter, with job_timeout only
  std::uint64_t* late_answers_ = nullptr;  ///< the same, with max_retries as well

 protected:
  std::uint64_t& wakes_;
};

}  // namespace scheduler
}  // namespace gantry
