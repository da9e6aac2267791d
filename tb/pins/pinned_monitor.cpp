// SPDX-License-Identifier: Apache-2.0
#include "pins/pinned_monitor.h"

#include <algorithm>
#include <string>

#include "gantry/base/error.h"
#include "pins/block_pins.h"

namespace gantry {

namespace monitor_pin = pins::monitor;

namespace {

[[noreturn]] void refuse(const char* link, QueueId queue, TaskRef task, const std::string& fault) {
  throw illegal_message(std::string(link) + ": task " + std::to_string(task) + " of queue " + std::to_string(queue) +
                        ' ' + fault);
}

}  // namespace

Cycle PinnedMonitor::step(Cycle now) {
  while (completions_.has(now)) take_completion(completions_.take(), now);
  while (dropped_.has(now)) complete_task(dropped_.take(), now);
  if (links_.monitor_requests.has(now)) input(links_.monitor_requests.front());
  if (config_.job_timeout > 0) input_watches(now);
  pins_.clock(now);

  pins_.outputs<pins::JobReport>(monitor_pin::processor_updates, now,
                                 [&](const pins::JobReport& said) { take_report(said, now); });
  pins_.outputs<pins::Interrupt>(monitor_pin::interrupts, now,
                                 [&](const pins::Interrupt& interrupt) { take_interrupt(interrupt.message(), now); });
  if (must_retire()) retire(now);
  wake_up(now);
  while (links_.monitor_requests.has(now)) take_request(links_.monitor_requests.take(), now);
  if (const std::optional<MonitorAnswer> granted = grant(now)) granted_.push_back(*granted);
  pins_.outputs<pins::Answer>(monitor_pin::registrations, now,
                              [&](const pins::Answer& answer) { take_registration(answer.message(), now); });
  check_query(now);  // the backend decides when it is answered
  pins_.outputs<pins::Answer>(monitor_pin::query_answers, now,
                              [&](const pins::Answer& answer) { take_answer(answer.message(), now); });
  update_gauges(now);

  if (has_work()) return now + 1;
  return std::min(
      {pins_.due(), completions_.next(), dropped_.next(), links_.monitor_requests.next(), links_.job_watches.next()});
}

void PinnedMonitor::take_completion(JobRef job, Cycle now) {
  pins_.input(pack(monitor_pin::completions, pins::Completion(job, jobs_[job])));
  if (drop_late(job, now) || lose_failed_job(job, now)) return;
  const DoneJob done = complete_job(job, now);
  report({done.processor, done.task}, now);
}

void PinnedMonitor::input_watches(Cycle now) {
  drop_over();
  while (links_.job_watches.has(now)) {
    const JobWatch watch = links_.job_watches.take();
    pins_.input(pack(monitor_pin::job_watches, pins::Watch(watch, jobs_)));
    take_watch(watch, now);
  }
}

void PinnedMonitor::input(const MonitorRequest& request) {
  pins_.input(pack(monitor_pin::monitor_requests, pins::Question(request, tasks_)));
  if (request.kind != MonitorRequest::Kind::query_predecessors) return;
  pins::for_each_wait(tasks_[request.task].task,
                      [&](const pins::WaitsFor& waits) { pins_.input(pack(monitor_pin::waits_for, waits)); });
}

void PinnedMonitor::take_interrupt(const TaskInterrupt& interrupt, Cycle now) {
  const auto wrong = [&](const std::string& fault) { refuse("interrupts", interrupt.queue, interrupt.task, fault); };
  if (interrupt.task >= has_id_.size() || !has_id_[interrupt.task]) wrong("has no id");
  const LiveTask& live = tasks_[interrupt.task];
  if (interrupt.queue != live.record.queue || interrupt.position != live.record.position) {
    wrong("is not the one at position " + std::to_string(interrupt.position));
  }
  if (live.task.cls == TaskClass::event) {
    if (live.record.registered > now) wrong("ends before its id is seen");
  } else if (live.jobs_completed != live.task.jobs) {
    wrong("has " + std::to_string(live.task.jobs - live.jobs_completed) + " jobs that are not completed");
  }
  has_id_[interrupt.task] = false;
  complete_task(interrupt.task, now);
  if (interrupt.oldest != bits_.oldest()) {
    wrong("leaves task " + std::to_string(bits_.oldest()) + " as the oldest that is not done, not " +
          std::to_string(interrupt.oldest));
  }
}

void PinnedMonitor::take_registration(const MonitorAnswer& answer, Cycle now) {
  const auto has_one = std::find_if(granted_.begin(), granted_.end(), [&](const MonitorAnswer& of) {
    return of.queue == answer.queue && of.task == answer.task;
  });
  if (has_one == granted_.end()) {
    find_id(answer, now);
  } else {
    granted_.erase(has_one);
  }
  if (has_id_.size() <= answer.task) has_id_.resize(answer.task + 1, false);
  has_id_[answer.task] = true;
  LiveTask& live = tasks_[answer.task];
  if (live.task.cls == TaskClass::event) live.record.registered = now + 1;
  links_.registrations.send(answer, now);
}

void PinnedMonitor::find_id(const MonitorAnswer& answer, Cycle now) {
  std::size_t at = 0;
  while (at < registrations_.size() &&
         (registrations_[at].queue != answer.queue || registrations_[at].task != answer.task)) {
    ++at;
  }
  if (at == registrations_.size()) refuse("registrations", answer.queue, answer.task, "has not asked for an id");
  registrations_.take(at);
  if (!pool_.has_free()) {
    // The backend has passed over a registration that has been given an id here.
    if (granted_.empty()) {
      refuse("registrations", answer.queue, answer.task,
             "has an id, and all " + std::to_string(config_.task_ids) + " are given out");
    }
    const MonitorAnswer other = granted_.back();
    granted_.pop_back();
    registrations_.push(other);
    pool_.give(tasks_[other.task].record.id);
    tasks_[other.task].record.id = kNone;
  }
  give_id(answer.task, now);
}

void PinnedMonitor::take_answer(const MonitorAnswer& answer, Cycle now) {
  const auto query = std::find_if(queries_.begin(), queries_.end(),
                                  [&](const Query& of) { return of.queue == answer.queue && of.task == answer.task; });
  if (query == queries_.end()) refuse("query_answers", answer.queue, answer.task, "has not asked for anything");
  const auto has_asked = [&](std::uint64_t number) {
    for (std::size_t i = 0; i < registrations_.size(); ++i) {
      if (tasks_[registrations_[i].task].record.number == number) return true;
    }
    return bits_.registered(number);
  };
  pins::for_each_wait(tasks_[answer.task].task, [&](const pins::WaitsFor& waits) {
    if (waits.registered ? has_asked(waits.number) : bits_.done(waits.number)) return;
    refuse("query_answers", answer.queue, answer.task,
           "waits for task " + std::to_string(waits.number) + ", which " +
               (waits.registered ? "has no id" : "is not done"));
  });
  if (query->due) --due_;
  queries_.erase(query);
  for (std::size_t i = 0; i < line_.size(); ++i) {
    if (line_[i] != answer.task) continue;
    line_.take(i);
    break;
  }
  links_.query_answers.send(answer, now);
}

void PinnedMonitor::take_report(const pins::JobReport& said, Cycle now) {
  const PinMessage message = pack(0, said);
  const auto tells_it = [&](const ProcessorUpdate& update) {
    return pack(0, pins::JobReport(update)).values == message.values;
  };
  auto at = std::find_if(owed_.begin(), owed_.end(), tells_it);
  if (at == owed_.end()) {
    find_overdue(said, now);
    at = owed_.end() - 1;
    if (!tells_it(*at)) {
      throw illegal_message("processor_updates: the overdue job of processor " + std::to_string(said.processor) +
                            " is told as something else");
    }
  }
  const ProcessorUpdate update = *at;
  owed_.erase(at);
  links_.processor_updates.send(update, now);
}

void PinnedMonitor::find_overdue(const pins::JobReport& said, Cycle now) {
  using Kind = ProcessorUpdate::Kind;
  const bool overdue = !said.answered && said.kind >= Kind::silent;
  for (std::size_t i = 0; overdue && i < watched_.size(); ++i) {
    const JobWatch watch = watched_[i];
    const LiveJob& job = jobs_[watch.job];
    if (is_over(watch) || job.record.processor != said.processor) continue;
    const bool is_it = job.task == said.task && job.record.job == said.number && job.record.attempt == said.attempt;
    if (said.kind != Kind::silent && !is_it) continue;
    watched_.take(i);
    return report_overdue(watch, now);
  }
  throw illegal_message("processor_updates: processor " + std::to_string(said.processor) +
                        (overdue ? " has no such job that may be overdue" : " has completed no job that was not told"));
}

}  // namespace gantry
