// SPDX-License-Identifier: Apache-2.0
// What every implementation of the state monitor keeps: task ids, queries and registrations that wait, completions, and
// the stamps and counters that follow from them. StateMonitor decides by itself; another implementation stands behind
// the block's pins (tb/pins).
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
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

/// The surroundings of a state monitor. References outlive it.
struct MonitorParts {
  const MonitorConfig& config;
  TaskTable& tasks;
  JobTable& jobs;
  SchedulerLinks& links;
  RecordSink& sink;
};

class StateMonitorBase : public Unit, public Receiver, public Participant {
 public:
  void connect(SendPort port, TerminalId host) {
    port_ = port;
    host_ = host;
  }
  /// For observers.
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
  /// Host numbers of a task whose query waits and of the task that it waits for, in the order of the queries.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> waiting_for() const;
  [[nodiscard]] bool only_repeats() const override {
    return links_.monitor_requests.empty() && line_.empty() && dropped_.empty();
  }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  explicit StateMonitorBase(const MonitorParts& parts);

  /// A query that is not answered. It is in the line of those to be checked, or waits for the task that comes next.
  struct Query {
    QueueId queue = 0;
    TaskRef task = kNone;
    /// Tasks that it no longer waits for: predecessors known to be done, then tasks planned before it that are known to
    /// be registered.
    std::size_t next = 0;
    bool waits = false;
  };
  struct DoneJob {
    TaskRef task = kNone;
    ProcessorId processor = 0;
    bool last = false;  ///< all jobs of the task are done
  };

  void take_request(const MonitorRequest& request, Cycle now);
  DoneJob complete_job(JobRef job, Cycle now);
  void complete_task(TaskRef task, Cycle now);
  /// Checks the first query in line, as many tasks as a cycle allows. Returns its index in queries_ if it waits for no
  /// task any more; it has left the line then.
  std::optional<std::size_t> check_query(Cycle now);
  /// Gives an id to the oldest registration that waits, and returns it; nothing if none waits or no id is free.
  std::optional<MonitorAnswer> grant(Cycle now);
  void give_id(TaskRef task, Cycle now);
  /// A query is in line, or an id can be granted.
  [[nodiscard]] bool has_work() const { return !line_.empty() || (!registrations_.empty() && pool_.has_free()); }
  void update_gauges(Cycle now);

  const MonitorConfig config_;
  TaskTable& tasks_;
  SchedulerLinks& links_;
  Link<JobRef> completions_;
  Link<TaskRef> dropped_;
  std::vector<Query> queries_;         ///< in the order in which they came
  Ring<TaskRef> line_;                 ///< tasks whose queries are to be checked
  Ring<MonitorAnswer> registrations_;  ///< waiting for a task id
  CompletionBits bits_;
  IdPool pool_;

 private:
  void count_waits(const TaskRecord& record);
  /// The queries that wait for this task are to be checked again.
  void wake_queries(std::uint64_t number, Cycle now);
  [[nodiscard]] std::uint64_t waits_for(const Query& query) const;
  [[nodiscard]] bool is_met(const Query& query) const;

  JobTable& jobs_;
  RecordSink& sink_;
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
  std::uint64_t& wakes_;
};

}  // namespace scheduler
}  // namespace gantry
