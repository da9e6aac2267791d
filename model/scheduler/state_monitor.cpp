// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/state_monitor.h"

#include <algorithm>

namespace gantry {
inline namespace scheduler {

[[gnu::flatten]] Cycle StateMonitor::step(Cycle now) {
  // Completions first, so that a query of the same cycle sees them and a freed id can be granted at once.
  const bool completed = completions_.has(now);
  while (completions_.has(now)) take_completion(completions_.take(), now);
  if (config_.job_timeout > 0) watch_jobs(completed, now);
  while (dropped_.has(now)) complete_task(dropped_.take(), now);
  while (!event_ends_.empty() && event_ends_.front().due <= now) complete_task(event_ends_.pop().task, now);
  while (!cancels_.empty() && cancels_.front().due <= now) cancel_task(cancels_.pop().task, now);
  if (must_retire()) retire(now);
  wake_up(now);

  while (links_.monitor_requests.has(now)) take_request(links_.monitor_requests.take(), now);
  answer_registration(now);
  answer_query(now);
  update_gauges(now);

  if (has_work()) return now + 1;
  Cycle next = std::min({completions_.next(), dropped_.next(), links_.monitor_requests.next()});
  if (!event_ends_.empty()) next = std::min(next, event_ends_.front().due);
  if (!cancels_.empty()) next = std::min(next, cancels_.front().due);
  return config_.job_timeout > 0 ? std::min(next, next_watch(now)) : next;
}

void StateMonitor::take_completion(JobRef job, Cycle now) {
  if (drop_late(job, now) || lose_failed_job(job, now)) return;
  const DoneJob done = complete_job(job, now);
  report({done.processor, done.task}, now);
  if (done.last) complete_task(done.task, now);
}

void StateMonitor::answer_registration(Cycle now) {
  const std::optional<MonitorAnswer> granted = grant(now);
  if (!granted) return;
  links_.registrations.send(*granted, now, config_.register_cycles);
  LiveTask& live = tasks_[granted->task];
  if (live.task.cls != TaskClass::event) return;
  // An event task has no jobs: it completes in the cycle in which the decomposer sees its id.
  const Cycle end = now + config_.register_cycles;
  live.record.registered = end;
  event_ends_.push({end, granted->task});
  wake(end);
}

void StateMonitor::answer_query(Cycle now) {
  const std::optional<std::size_t> met = check_query(now);
  if (!met) return;
  const auto query = queries_.begin() + static_cast<std::ptrdiff_t>(*met);
  // It is over in the cycle in which the decomposer sees the answer.
  const bool cancelled = must_cancel(query->task);
  if (cancelled) {
    cancels_.push({now + config_.query_cycles, query->task});
    wake(now + config_.query_cycles);
  }
  links_.query_answers.send({query->queue, query->task, false, 0, cancelled}, now, config_.query_cycles);
  queries_.erase(query);
}

}  // namespace scheduler
}  // namespace gantry
