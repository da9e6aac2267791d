// SPDX-License-Identifier: Apache-2.0
// The state monitor: task ids from a finite pool, predecessor queries, completions of jobs and tasks, the host
// interrupt. Nothing polls it: a query that cannot be answered waits here for its last predecessor. Source 004 [0052],
// [0086]-[0089].
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gantry/kernel/retry_part.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/scheduler/completion_bits.h"
#include "gantry/scheduler/id_pool.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/pin_engine.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

class StateMonitor final : public Unit, public Receiver, public RetryPart {
 public:
  StateMonitor(const MonitorConfig& config, TaskTable& tasks, JobTable& jobs, SchedulerLinks& links, RecordSink& sink);

  void connect(SendPort port, TerminalId host) {
    port_ = port;
    host_ = host;
  }
  /// From now on, which is before the first cycle, `engine` computes what is sent and when; it outlives the last cycle.
  void use(PinEngine* engine) { engine_.take(engine); }
  /// For those who listen.
  [[nodiscard]] Link<JobRef>& inbox() { return completions_; }
  [[nodiscard]] SendPort& outlet() { return port_; }
  /// Completions, always accepted.
  void receive(const Message& message, Cycle visible) override;

  /// A task that cannot run, seen from cycle `visible` on: recorded as done without an id.
  void drop(TaskRef task, Cycle visible) { dropped_.send(task, visible - 1); }

  /// Host number of the oldest task that is not done.
  [[nodiscard]] std::uint64_t oldest_unfinished() const { return bits_.oldest(); }
  [[nodiscard]] std::uint64_t tasks_completed() const { return tasks_completed_; }
  [[nodiscard]] std::uint64_t jobs_completed() const { return jobs_completed_; }
  [[nodiscard]] const WaitStats& waits() const { return waits_; }
  /// "task 7 waits for task 3" for every query that waits, in the order in which they came.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> waiting_for() const;
  [[nodiscard]] bool only_retries() const override {
    return links_.monitor_requests.empty() && line_.empty() && dropped_.empty();
  }
  [[nodiscard]] bool may_skip() const override { return !engine_.taken(); }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// A query that is not answered; `next` counts the tasks that it no longer waits for: predecessors known to be done,
  /// then tasks planned before it that are known to be registered. It stands in the line of those to be looked at, or
  /// waits for the next one.
  struct Query {
    QueueId queue = 0;
    TaskRef task = kNone;
    std::size_t next = 0;
    bool waits = false;
  };
  struct EventEnd {
    Cycle due = 0;
    TaskRef task = kNone;
  };

  /// Between the links and the engine, keeping the books.
  Cycle step_engine(Cycle now);
  void hear(const MonitorRequest& request);
  void take_interrupt(const TaskInterrupt& interrupt, Cycle now);
  void take_registration(const MonitorAnswer& answer, Cycle now);
  void take_answer(const MonitorAnswer& answer, Cycle now);
  void take_update(ProcessorId processor, Cycle now);
  /// An id for one that has asked and not got any; throws IllegalMessage.
  void find_id(const MonitorAnswer& answer, Cycle now);

  void take_request(const MonitorRequest& request, Cycle now);
  void complete_job(JobRef job, Cycle now);
  void complete_task(TaskRef task, Cycle now);
  void count_waits(const TaskRecord& record);
  /// Looks at the first query in line.
  void look(Cycle now);
  /// The queries that wait for this task are to be looked at again.
  void wake_queries(std::uint64_t number, Cycle now);
  [[nodiscard]] std::uint64_t waits_for(const Query& query) const;
  [[nodiscard]] bool is_met(const Query& query) const;
  void grant(Cycle now);
  void give_id(TaskRef task, Cycle now);

  MonitorConfig config_;
  TaskTable& tasks_;
  JobTable& jobs_;
  SchedulerLinks& links_;
  RecordSink& sink_;
  SendPort port_;
  TerminalId host_ = 0;
  Link<JobRef> completions_;
  Link<TaskRef> dropped_;
  std::vector<Query> queries_;         ///< in the order in which they came
  Ring<TaskRef> line_;                 ///< whose queries are to be looked at
  Ring<MonitorAnswer> registrations_;  ///< waiting for a task id
  Ring<EventEnd> event_ends_;
  CompletionBits bits_;
  IdPool pool_;
  EnginePlace engine_;
  std::vector<MonitorAnswer> granted_;  ///< have an id that the engine has not told of
  std::vector<bool> has_id_;            ///< by task: the engine has told of it, and not that the task is done
  std::vector<ProcessorId> free_;       ///< whose completions the engine has not told of
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
  std::uint64_t& wakes_;
};

}  // namespace scheduler
}  // namespace gantry
