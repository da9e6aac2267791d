// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/state_monitor_base.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

StateMonitorBase::StateMonitorBase(const MonitorParts& parts)
    : Unit("monitor"),
      config_(parts.config),
      tasks_(parts.tasks),
      links_(parts.links),
      bits_(config_.completion_window),
      pool_(config_.task_ids),
      jobs_(parts.jobs),
      sink_(parts.sink),
      wakeups_(config_.early_registration ? 0 : config_.query_wakeups_per_cycle),
      max_retries_(parts.max_retries),
      ids_(add_queue("task_ids", "task ids that are given out", config_.task_ids)),
      stall_ids_(add_stall("task_ids", "a task is to be registered and all ids are given out")),
      job_done_(add_signal("job_done", "high in the cycle in which a job is recorded as done", 1)),
      task_done_(add_signal("task_done", "high in the cycle in which a task is recorded as done", 1)),
      done_task_(add_signal("done_task", "host number of the last task that was recorded as done", 0)),
      grant_valid_(add_signal("grant_valid", "high in the cycle in which a task id is handed out", 1)),
      granted_id_(add_signal("granted_id", "task id that was handed out last", config_.task_ids)),
      wakes_(add_counter("wakes",
                         "queries checked again after the task that they waited for completed or got its id; with "
                         "`early_registration` conditions that have come to hold for tasks that waited")) {
  completions_.connect(*this);
  dropped_.connect(*this);
  links_.monitor_requests.connect(*this);
  links_.job_watches.connect(*this);
  if (config_.job_timeout == 0) return;
  timeouts_ = &add_counter("job_timeouts", "with `job_timeout`: jobs that were overdue, each once");
  if (max_retries_ == 0) return;
  late_answers_ = &add_counter("late_answers", "with `max_retries`: completions of jobs that counted as lost, dropped");
}

void StateMonitorBase::watch_jobs(bool completed, Cycle now) {
  drop_over();
  if (!completed && !watched_.empty() && watched_.front().sent + config_.job_timeout <= now) {
    report_overdue(watched_.front(), now);
    watched_.pop();
    drop_over();
  }
  while (links_.job_watches.has(now)) take_watch(links_.job_watches.take(), now);
}

void StateMonitorBase::take_watch(const JobWatch& watch, Cycle now) {
  watched_.push(watch);
  mark_busy(now);
}

void StateMonitorBase::drop_over() {
  while (!watched_.empty() && is_over(watched_.front())) watched_.pop();
}

void StateMonitorBase::report_overdue(const JobWatch& watch, Cycle now) {
  ++*timeouts_;
  mark_busy(now);
  if (overdue_ != nullptr) overdue_->job_overdue(watch.job, now);
  if (max_retries_ > 0) return lose_overdue_job(watch.job, now);
  const LiveJob& job = jobs_[watch.job];
  report({job.record.processor, job.task, ProcessorUpdate::Kind::silent, true}, now);
}

void StateMonitorBase::lose_overdue_job(JobRef ref, Cycle now) {
  jobs_[ref].record.lost = now;
  ++answers_owed_;
  ++tasks_[jobs_[ref].task].answers_owed;
  lose_job(jobs_[ref], config_.quarantine == Quarantine::processor, false, now);
}

bool StateMonitorBase::lose_failed_job(JobRef ref, Cycle now) {
  LiveJob& job = jobs_[ref];
  if (!job.answers_failed) return false;
  mark_busy(now);
  job.record.completed = now;  // its timer is over
  lose_job(job, false, true, now);
  jobs_.release(ref);
  return true;
}

void StateMonitorBase::lose_job(const LiveJob& job, bool quarantine, bool answered, Cycle now) {
  using Kind = ProcessorUpdate::Kind;
  ++jobs_lost_;
  const TaskRef task = job.task;
  LiveTask& live = tasks_[task];
  const bool again = job.record.attempt < max_retries_;
  const Cycle first = job.record.attempt == 0 ? job.record.picked : job.record.first_picked;
  report({job.record.processor, task, again ? Kind::retry : Kind::failed, quarantine, answered, job.record.job,
          job.record.attempt, first},
         now);
  if (again) return;
  ++jobs_failed_;
  ++live.jobs_failed;
  if (++live.jobs_completed == live.task.jobs) end_task(task, now);
}

bool StateMonitorBase::must_cancel(TaskRef task) const {
  if (failed_numbers_.empty()) return false;
  const std::vector<std::uint64_t>& after = tasks_[task].task.after;
  return std::any_of(after.begin(), after.end(), [&](std::uint64_t number) {
    return std::binary_search(failed_numbers_.begin(), failed_numbers_.end(), number);
  });
}

bool StateMonitorBase::drop_late(JobRef ref, Cycle now) {
  const LiveJob& job = jobs_[ref];
  if (job.record.lost == kNever) return false;
  mark_busy(now);
  ++*late_answers_;
  --answers_owed_;
  report({job.record.processor, kNone, ProcessorUpdate::Kind::late}, now);
  LiveTask& live = tasks_[job.task];
  if (--live.answers_owed == 0 && live.over) {
    live.over = false;
    --tasks_kept_;
    tasks_.release(job.task);
  }
  jobs_.release(ref);
  return true;
}

Cycle StateMonitorBase::next_watch(Cycle now) const {
  const Cycle end = watched_.empty() ? kNever : std::max(watched_.front().sent + config_.job_timeout, now + 1);
  return std::min(end, links_.job_watches.next());
}

void StateMonitorBase::receive(const Message& message, Cycle visible) {
  completions_.post(message.content<JobCompletion>().job, visible);
}

void StateMonitorBase::take_request(const MonitorRequest& request, Cycle now) {
  mark_busy(now);
  if (request.kind == MonitorRequest::Kind::query_predecessors) {
    queries_.push_back({request.queue, request.task});
    line_.push(request.task);
  } else {
    registrations_.push({request.queue, request.task});
  }
}

std::uint64_t StateMonitorBase::waits_for(const Query& query) const {
  const Task& task = tasks_[query.task].task;
  return query.next < task.after.size() ? task.after[query.next]
                                        : task.registered_before[query.next - task.after.size()];
}

bool StateMonitorBase::is_met(const Query& query) const {
  const bool predecessor = query.next < tasks_[query.task].task.after.size();
  return predecessor ? bits_.done(waits_for(query)) : bits_.registered(waits_for(query));
}

std::optional<std::size_t> StateMonitorBase::check_query(Cycle now) {
  if (line_.empty()) return std::nullopt;
  mark_busy(now);
  const TaskRef first = line_.front();
  const auto at = std::find_if(queries_.begin(), queries_.end(), [&](const Query& q) { return q.task == first; });
  const Task& task = tasks_[first].task;
  const std::size_t wanted = task.after.size() + task.registered_before.size();
  for (std::uint32_t checks = 0; checks < config_.predecessors_per_cycle && at->next < wanted; ++checks, ++at->next) {
    if (is_met(*at)) continue;
    at->waits = true;
    line_.pop();
    return std::nullopt;
  }
  if (at->next < wanted) return std::nullopt;  // goes on in the next cycle
  line_.pop();
  return static_cast<std::size_t>(at - queries_.begin());
}

void StateMonitorBase::wake_queries(std::uint64_t number, Cycle now) {
  for (Query& query : queries_) {
    if (!query.waits || waits_for(query) != number) continue;
    query.waits = false;
    if (wakeups_ == 0) {
      join_line(query, now);
    } else {
      query.due = true;
      ++due_;
    }
  }
}

void StateMonitorBase::retire(Cycle now) {
  mark_busy(now);
  if (retired_in_ != now) retired_ = 0;
  retired_in_ = now;
  const std::uint32_t most = config_.retire_per_cycle;
  for (; bits_.is_behind() && (most == 0 || retired_ < most); ++retired_) bits_.retire();
}

void StateMonitorBase::join_line(Query& query, Cycle now) {
  TaskRecord& record = tasks_[query.task].record;
  record.released = now;
  record.released_by = waits_for(query);
  line_.push(query.task);
  ++wakes_;
}

void StateMonitorBase::wake_up(Cycle now) {
  if (due_ == 0) return;
  mark_busy(now);
  std::uint32_t joined = 0;
  for (auto query = queries_.begin(); due_ > 0 && joined < wakeups_; ++query) {
    if (!query->due) continue;
    query->due = false;
    --due_;
    ++joined;
    join_line(*query, now);
  }
}

std::optional<MonitorAnswer> StateMonitorBase::grant(Cycle now) {
  if (registrations_.empty() || !pool_.has_free()) return std::nullopt;
  const MonitorAnswer answer = registrations_.pop();  // one id a cycle, in order of request
  give_id(answer.task, now);
  return answer;
}

void StateMonitorBase::give_id(TaskRef task, Cycle now) {
  mark_busy(now);
  TaskRecord& record = tasks_[task].record;
  record.id = pool_.take();
  grant_valid_.strobe(now);
  granted_id_.set(now, record.id);
  bits_.set_registered(record.number);
  wake_queries(record.number, now);
}

StateMonitorBase::DoneJob StateMonitorBase::complete_job(JobRef ref, Cycle now) {
  mark_busy(now);
  LiveJob& job = jobs_[ref];
  job.record.completed = now;
  ++jobs_completed_;
  job_done_.strobe(now);
  DoneJob done{job.task, job.record.processor, false};
  sink_.job_done(job.record);
  jobs_.release(ref);
  LiveTask& live = tasks_[done.task];
  done.last = ++live.jobs_completed == live.task.jobs;
  return done;
}

void StateMonitorBase::complete_task(TaskRef ref, Cycle now) {
  mark_busy(now);
  LiveTask& live = tasks_[ref];
  TaskRecord& record = live.record;
  const bool cancelled = record.cancelled != kNever;
  const bool failed = live.jobs_failed > 0 || cancelled;
  if (cancelled) {
    ++tasks_cancelled_;
    jobs_cancelled_ += record.jobs;
    bits_.set_registered(record.number);  // for a planned order
  } else {
    (failed ? record.failed : record.completed) = now;
  }
  if (!failed) ++tasks_completed_;
  task_done_.strobe(now);
  done_task_.set(now, record.number);
  if (record.id != kNone) {
    pool_.give(record.id);
    if (!failed) count_waits(record);
  }
  bits_.set_done(record.number);
  retire(now);

  port_.send(Message(host_, kPointerBytes, TaskInterrupt{live.record.queue, ref, live.record.position, bits_.oldest()}),
             now);
  if (failed) {
    failed_tasks_.push_back(record);
    if (config_.on_failure == OnFailure::cancel) {
      const auto at = std::lower_bound(failed_numbers_.begin(), failed_numbers_.end(), record.number);
      failed_numbers_.insert(at, record.number);
    }
  } else {
    sink_.task_done(record);
  }

  const std::uint64_t number = record.number;
  live.jobs_completed = 0;  // for the slot's next task
  live.jobs_failed = 0;
  live.over = live.answers_owed > 0;
  if (live.over) {
    ++tasks_kept_;
  } else {
    tasks_.release(ref);
  }
  wake_queries(number, now);
}

void StateMonitorBase::count_waits(const TaskRecord& record) {
  const bool split = record.split != kNever;
  const bool early = registered_early(record);
  const Cycle matched = split ? std::min(record.admitted, record.first_issue) : record.completed;
  std::array<Cycle, kStages + 1> stations = {record.submitted,
                                             record.cached,
                                             record.shown,
                                             record.ready,
                                             record.registered,
                                             split ? record.split : record.completed,
                                             matched,
                                             split ? record.first_issue : record.completed,
                                             split ? record.last_issue : record.completed,
                                             record.completed};
  if (early) {
    stations[3] = record.registered;
    stations[4] = split ? record.split : record.registered;
    stations[5] = std::max(stations[4], record.ready);
  }
  const std::array<std::size_t, kStages>& order = early ? kEarlyStageOrder : kStageOrder;
  for (std::size_t i = 0; i < kStages; ++i) waits_.cycles[order[i]] += stations[i + 1] - stations[i];
  waits_.lifetime += record.completed - record.submitted;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> StateMonitorBase::waiting_for() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> waits;
  for (const Query& query : queries_) {
    if (!query.waits) continue;
    waits.emplace_back(tasks_[query.task].record.number, waits_for(query));
  }
  return waits;
}

void StateMonitorBase::update_gauges(Cycle now) {
  ids_.set(now, pool_.used());
  stall_ids_.set(now, registrations_.empty() || pool_.has_free() ? 0 : 1);
}

std::string StateMonitorBase::state() const {
  std::string text = std::to_string(pool_.used()) + " of " + std::to_string(config_.task_ids) + " task ids taken, " +
                     std::to_string(registrations_.size()) + " registrations waiting";
  for (const auto& [task, predecessor] : waiting_for()) {
    text += "; task " + std::to_string(task) + " waits for task " + std::to_string(predecessor);
  }
  return text;
}

void StateMonitorBase::verify() const {
  if (pool_.used() > config_.task_ids) throw std::logic_error("monitor: more tasks than ids");
}

}  // namespace scheduler
}  // namespace gantry
