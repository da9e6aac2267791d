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
      ids_(add_queue("task_ids", "task ids that are given out", config.task_ids)),
      stall_ids_(add_stall("task_ids", "a task is to be registered and all ids are given out")),
      job_done_(add_signal("job_done", "high in the cycle in which a job is recorded as done", 1)),
      task_done_(add_signal("task_done", "high in the cycle in which a task is recorded as done", 1)),
      done_task_(add_signal("done_task", "host number of the last task that was recorded as done", 0)),
      grant_valid_(add_signal("grant_valid", "high in the cycle in which a task id is handed out", 1)),
      wakes_(add_counter("wakes", "queries looked at again since the task that they waited for is done")) {
  completions_.connect(*this);
  links_.monitor_requests.connect(*this);
}

void StateMonitor::receive(const Message& message, Cycle visible) {
  completions_.send(message.content<JobCompletion>().job, visible - 1);
}

Cycle StateMonitor::step(Cycle now) {
  // Completions first, so that a query of the same cycle sees them and a freed id can be granted at once.
  while (completions_.has(now)) complete_job(completions_.take(), now);
  while (!event_ends_.empty() && event_ends_.front().due <= now) complete_task(event_ends_.pop().task, now);

  while (links_.monitor_requests.has(now)) {
    const MonitorRequest request = links_.monitor_requests.take();
    mark_busy(now);
    if (request.kind == MonitorRequest::Kind::query_predecessors) {
      queries_[index(request.cls)] = {request.task, 0};
      answer_if_ready(request.cls, now);
    } else {
      registrations_.push({request.cls, request.task});
    }
  }
  grant(now);
  ids_.set(now, ids_used_);
  stall_ids_.set(now, registrations_.empty() || ids_used_ < config_.task_ids ? 0 : 1);

  Cycle next = std::min(completions_.next(), links_.monitor_requests.next());
  if (!event_ends_.empty()) next = std::min(next, event_ends_.front().due);
  if (!registrations_.empty() && ids_used_ < config_.task_ids) next = now + 1;
  return next;
}

void StateMonitor::answer_if_ready(TaskClass cls, Cycle now) {
  Query& query = queries_[index(cls)];
  const Task& task = tasks_[query.task].task;
  while (query.next < task.after.size() && bits_.done(task.after[query.next])) ++query.next;
  if (query.next < task.after.size()) return;
  const auto registered = [&] { return registered_.done(task.registered_before[query.next - task.after.size()]); };
  while (query.next < task.after.size() + task.registered_before.size() && registered()) ++query.next;
  if (query.next < task.after.size() + task.registered_before.size()) return;
  links_.query_answers.send({cls, query.task}, now, config_.query_cycles);
  query = Query{};
}

std::uint64_t StateMonitor::waits_for(const Query& query) const {
  const Task& task = tasks_[query.task].task;
  return query.next < task.after.size() ? task.after[query.next]
                                        : task.registered_before[query.next - task.after.size()];
}

void StateMonitor::wake_queries(std::uint64_t number, Cycle now) {
  for (std::size_t c = 0; c < kTaskClasses; ++c) {
    if (queries_[c].task == kNone || waits_for(queries_[c]) != number) continue;
    ++wakes_;
    answer_if_ready(static_cast<TaskClass>(c), now);
  }
}

void StateMonitor::grant(Cycle now) {
  if (registrations_.empty() || ids_used_ == config_.task_ids) return;
  const MonitorAnswer answer = registrations_.pop();  // one id a cycle, in order of request
  mark_busy(now);
  ++ids_used_;
  grant_valid_.strobe(now);
  links_.registrations.send(answer, now, config_.register_cycles);
  const std::uint64_t number = tasks_[answer.task].record.number;
  registered_.set_done(number);
  wake_queries(number, now);
  if (answer.cls == TaskClass::event) {
    // Nothing to run: recorded as done in the cycle in which the decomposer sees the id.
    tasks_[answer.task].record.registered = now + config_.register_cycles;
    event_ends_.push({now + config_.register_cycles, answer.task});
    wake(now + config_.register_cycles);
  }
}

void StateMonitor::complete_job(JobRef ref, Cycle now) {
  mark_busy(now);
  LiveJob& job = jobs_[ref];
  job.record.completed = now;
  ++jobs_completed_;
  job_done_.strobe(now);
  links_.processor_updates.send({job.record.processor}, now);
  const TaskRef task = job.task;
  sink_.job_done(job.record);
  jobs_.release(ref);
  LiveTask& live = tasks_[task];
  if (++live.jobs_completed == live.task.jobs) complete_task(task, now);
}

void StateMonitor::complete_task(TaskRef ref, Cycle now) {
  mark_busy(now);
  LiveTask& live = tasks_[ref];
  TaskRecord& record = live.record;
  record.completed = now;
  ++tasks_completed_;
  task_done_.strobe(now);
  done_task_.set(now, record.number);
  --ids_used_;
  bits_.set_done(record.number);

  const bool split = record.split != kNever;
  const Cycle matched = split ? std::min(record.admitted, record.first_issue) : record.completed;
  const std::array<Cycle, kStages + 1> stations = {record.submitted,
                                                   record.cached,
                                                   record.registered,
                                                   split ? record.split : record.completed,
                                                   matched,
                                                   split ? record.first_issue : record.completed,
                                                   split ? record.last_issue : record.completed,
                                                   record.completed};
  for (std::size_t i = 0; i < kStages; ++i) waits_.cycles[i] += stations[i + 1] - stations[i];
  waits_.lifetime += record.completed - record.submitted;

  port_.send(Message(host_, kPointerBytes, TaskInterrupt{record.cls, live.ring_position, ref}), now);
  sink_.task_done(record);

  const std::uint64_t number = record.number;
  live.jobs_completed = 0;  // for the slot's next task
  tasks_.release(ref);
  wake_queries(number, now);
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> StateMonitor::waiting_for() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> waits;
  for (const Query& query : queries_) {
    if (query.task == kNone) continue;
    waits.emplace_back(tasks_[query.task].record.number, waits_for(query));
  }
  return waits;
}

std::string StateMonitor::state() const {
  std::string text = std::to_string(ids_used_) + " of " + std::to_string(config_.task_ids) + " task ids taken, " +
                     std::to_string(registrations_.size()) + " registrations waiting";
  for (const auto& [task, predecessor] : waiting_for()) {
    text += "; task " + std::to_string(task) + " waits for task " + std::to_string(predecessor);
  }
  return text;
}

void StateMonitor::verify() const {
  if (ids_used_ > config_.task_ids) throw std::logic_error("monitor: more tasks than ids");
}

}  // namespace scheduler
}  // namespace gantry
