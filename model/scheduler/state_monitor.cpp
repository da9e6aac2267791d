// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/state_monitor.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

StateMonitor::StateMonitor(const MonitorConfig& config, TaskTable& tasks, JobTable& jobs, SchedulerLinks& links,
                           RecordSink& sink)
    : Unit("monitor"),
      config_(config),
      tasks_(tasks),
      jobs_(jobs),
      links_(links),
      sink_(sink),
      bits_(config.completion_window),
      pool_(config.task_ids),
      ids_(add_queue("task_ids", "task ids that are given out", config.task_ids)),
      stall_ids_(add_stall("task_ids", "a task is to be registered and all ids are given out")),
      job_done_(add_signal("job_done", "high in the cycle in which a job is recorded as done", 1)),
      task_done_(add_signal("task_done", "high in the cycle in which a task is recorded as done", 1)),
      done_task_(add_signal("done_task", "host number of the last task that was recorded as done", 0)),
      grant_valid_(add_signal("grant_valid", "high in the cycle in which a task id is handed out", 1)),
      granted_id_(add_signal("granted_id", "task id that was handed out last", config.task_ids)),
      wakes_(
          add_counter("wakes", "queries looked at again since the task that they waited for is done, or has its id")) {
  completions_.connect(*this);
  dropped_.connect(*this);
  links_.monitor_requests.connect(*this);
}

void StateMonitor::receive(const Message& message, Cycle visible) {
  completions_.post(message.content<JobCompletion>().job, visible);
}

[[gnu::flatten]] Cycle StateMonitor::step(Cycle now) {
  if (engine_.taken()) return step_engine(now);
  // Completions first, so that a query of the same cycle sees them and a freed id can be granted at once.
  while (completions_.has(now)) complete_job(completions_.take(), now);
  while (dropped_.has(now)) complete_task(dropped_.take(), now);
  while (!event_ends_.empty() && event_ends_.front().due <= now) complete_task(event_ends_.pop().task, now);

  while (links_.monitor_requests.has(now)) take_request(links_.monitor_requests.take(), now);
  grant(now);
  look(now);
  ids_.set(now, pool_.used());
  stall_ids_.set(now, registrations_.empty() || pool_.has_free() ? 0 : 1);

  if (!line_.empty() || (!registrations_.empty() && pool_.has_free())) return now + 1;
  Cycle next = std::min({completions_.next(), dropped_.next(), links_.monitor_requests.next()});
  if (!event_ends_.empty()) next = std::min(next, event_ends_.front().due);
  return next;
}

void StateMonitor::take_request(const MonitorRequest& request, Cycle now) {
  mark_busy(now);
  if (request.kind == MonitorRequest::Kind::query_predecessors) {
    queries_.push_back({request.queue, request.task, 0, false});
    line_.push(request.task);
  } else {
    registrations_.push({request.queue, request.task});
  }
}

std::uint64_t StateMonitor::waits_for(const Query& query) const {
  const Task& task = tasks_[query.task].task;
  return query.next < task.after.size() ? task.after[query.next]
                                        : task.registered_before[query.next - task.after.size()];
}

bool StateMonitor::is_met(const Query& query) const {
  const bool predecessor = query.next < tasks_[query.task].task.after.size();
  return predecessor ? bits_.done(waits_for(query)) : bits_.registered(waits_for(query));
}

void StateMonitor::look(Cycle now) {
  if (line_.empty()) return;
  mark_busy(now);
  const TaskRef first = line_.front();
  const auto at = std::find_if(queries_.begin(), queries_.end(), [&](const Query& q) { return q.task == first; });
  const Task& task = tasks_[first].task;
  const std::size_t wanted = task.after.size() + task.registered_before.size();
  for (std::uint32_t looks = 0; looks < config_.predecessors_per_cycle && at->next < wanted; ++looks, ++at->next) {
    if (is_met(*at)) continue;
    at->waits = true;
    line_.pop();
    return;
  }
  if (at->next < wanted) return;  // goes on in the next cycle
  line_.pop();
  if (engine_.taken()) return;  // it is answered when the engine says so
  links_.query_answers.send({at->queue, first}, now, config_.query_cycles);
  queries_.erase(at);
}

void StateMonitor::wake_queries(std::uint64_t number, Cycle now) {
  for (Query& query : queries_) {
    if (!query.waits || waits_for(query) != number) continue;
    query.waits = false;
    TaskRecord& record = tasks_[query.task].record;
    record.released = now;
    record.released_by = number;
    line_.push(query.task);
    ++wakes_;
  }
}

void StateMonitor::grant(Cycle now) {
  if (registrations_.empty() || !pool_.has_free()) return;
  const MonitorAnswer answer = registrations_.pop();  // one id a cycle, in order of request
  give_id(answer.task, now);
  if (engine_.taken()) return granted_.push_back(answer);
  links_.registrations.send(answer, now, config_.register_cycles);
  LiveTask& live = tasks_[answer.task];
  if (live.task.cls == TaskClass::event) {
    // Nothing to run: recorded as done in the cycle in which the decomposer sees the id.
    live.record.registered = now + config_.register_cycles;
    event_ends_.push({now + config_.register_cycles, answer.task});
    wake(now + config_.register_cycles);
  }
}

void StateMonitor::give_id(TaskRef task, Cycle now) {
  mark_busy(now);
  TaskRecord& record = tasks_[task].record;
  record.id = pool_.take();
  grant_valid_.strobe(now);
  granted_id_.set(now, record.id);
  bits_.set_registered(record.number);
  wake_queries(record.number, now);
}

void StateMonitor::complete_job(JobRef ref, Cycle now) {
  mark_busy(now);
  LiveJob& job = jobs_[ref];
  job.record.completed = now;
  ++jobs_completed_;
  job_done_.strobe(now);
  if (engine_.taken()) {
    free_.push_back(job.record.processor);
  } else {
    links_.processor_updates.send({job.record.processor}, now);
  }
  const TaskRef task = job.task;
  sink_.job_done(job.record);
  jobs_.release(ref);
  LiveTask& live = tasks_[task];
  if (++live.jobs_completed == live.task.jobs && !engine_.taken()) complete_task(task, now);
}

void StateMonitor::complete_task(TaskRef ref, Cycle now) {
  mark_busy(now);
  LiveTask& live = tasks_[ref];
  TaskRecord& record = live.record;
  record.completed = now;
  ++tasks_completed_;
  task_done_.strobe(now);
  done_task_.set(now, record.number);
  if (record.id != kNone) {
    pool_.give(record.id);
    count_waits(record);
  }
  bits_.set_done(record.number);

  port_.send(Message(host_, kPointerBytes, TaskInterrupt{live.record.queue, ref, live.record.position, bits_.oldest()}),
             now);
  sink_.task_done(record);

  const std::uint64_t number = record.number;
  live.jobs_completed = 0;  // for the slot's next task
  tasks_.release(ref);
  wake_queries(number, now);
}

void StateMonitor::count_waits(const TaskRecord& record) {
  const bool split = record.split != kNever;
  const Cycle matched = split ? std::min(record.admitted, record.first_issue) : record.completed;
  const std::array<Cycle, kStages + 1> stations = {record.submitted,
                                                   record.cached,
                                                   record.shown,
                                                   record.ready,
                                                   record.registered,
                                                   split ? record.split : record.completed,
                                                   matched,
                                                   split ? record.first_issue : record.completed,
                                                   split ? record.last_issue : record.completed,
                                                   record.completed};
  for (std::size_t i = 0; i < kStages; ++i) waits_.cycles[i] += stations[i + 1] - stations[i];
  waits_.lifetime += record.completed - record.submitted;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> StateMonitor::waiting_for() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> waits;
  for (const Query& query : queries_) {
    if (!query.waits) continue;
    waits.emplace_back(tasks_[query.task].record.number, waits_for(query));
  }
  return waits;
}

std::string StateMonitor::state() const {
  std::string text = std::to_string(pool_.used()) + " of " + std::to_string(config_.task_ids) + " task ids taken, " +
                     std::to_string(registrations_.size()) + " registrations waiting";
  for (const auto& [task, predecessor] : waiting_for()) {
    text += "; task " + std::to_string(task) + " waits for task " + std::to_string(predecessor);
  }
  return text;
}

void StateMonitor::verify() const {
  if (pool_.used() > config_.task_ids) throw std::logic_error("monitor: more tasks than ids");
}

}  // namespace scheduler
}  // namespace gantry
