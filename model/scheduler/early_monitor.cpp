// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/early_monitor.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

EarlyMonitor::EarlyMonitor(const MonitorParts& parts)
    : StateMonitorBase(parts),
      lists_(config_.completion_window),
      released_(make_bit_set(config_.completion_window)),
      waiting_(add_queue("waiting_ids", "with `early_registration`: task ids of tasks that wait for predecessors",
                         std::max<std::uint32_t>(1, config_.early_ids()))),
      early_(add_counter("early_registrations",
                         "with `early_registration`: tasks that got their ids while they waited for predecessors")) {}

Cycle EarlyMonitor::step(Cycle now) {
  const bool completed = completions_.has(now);
  while (completions_.has(now)) {
    const JobRef job = completions_.take();
    if (drop_late(job, now) || lose_failed_job(job, now)) continue;
    const DoneJob done = complete_job(job, now);
    report({done.processor, done.task}, now);
    if (done.last) finish_task(done.task, now);
  }
  if (config_.job_timeout > 0) watch_jobs(completed, now);
  while (dropped_.has(now)) finish_task(dropped_.take(), now);
  end_events(now);
  if (must_retire()) retire(now);
  wake_up(now);

  while (links_.monitor_requests.has(now)) take(links_.monitor_requests.take(), now);
  count(now);
  grant_early(now);
  waiting_.set(now, waiting_ids_);
  update_gauges(now);

  if (!line_.empty() || lists_.due() > 0 || must_retire() || next_grant()) return now + 1;
  Cycle next = std::min({completions_.next(), dropped_.next(), links_.monitor_requests.next()});
  if (!event_ends_.empty()) next = std::min(next, event_ends_.front().due);
  return config_.job_timeout > 0 ? std::min(next, next_watch(now)) : next;
}

void EarlyMonitor::finish_task(TaskRef task, Cycle now) {
  const std::uint64_t number = tasks_[task].record.number;
  complete_task(task, now);
  lists_.met(Condition::released, number);  // of a dropped task, which was never released
  lists_.met(Condition::done, number);
  clear_bit(released_, static_cast<std::size_t>(number % config_.completion_window));
}

void EarlyMonitor::end_events(Cycle now) {
  while (!event_ends_.empty() && event_ends_.front().due <= now) {
    const TaskRef task = event_ends_.front().task;
    event_ends_.erase(event_ends_.begin());
    finish_task(task, now);
  }
}

void EarlyMonitor::end_event(TaskRef task, Cycle due) {
  const auto later = std::upper_bound(event_ends_.begin(), event_ends_.end(), due,
                                      [](Cycle cycle, const EventEnd& end) { return cycle < end.due; });
  event_ends_.insert(later, {due, task});
  wake(due);
}

void EarlyMonitor::wake_up(Cycle now) {
  const std::size_t some = std::min<std::size_t>(lists_.due(), config_.wakeups_per_cycle);
  for (std::size_t i = 0; i < some; ++i) {
    const WakeLists::WakeUp what = lists_.take();
    State& state = states_[what.task];
    --(what.condition == Condition::done ? state.left : state.order);
    ++wakes_;
    TaskRecord& record = tasks_[what.task].record;
    record.released = now;
    record.released_by = what.number;
    const Task& task = tasks_[what.task].task;
    const bool all_counted = state.counted == task.registered_before.size() + task.after.size();
    if (all_counted && state.left == 0 && state.order == 0) release(what.task, now);
  }
  if (some > 0) mark_busy(now);
}

void EarlyMonitor::open(TaskRef task, QueueId queue) {
  State& state = state_of(task);
  state = State{};
  state.queue = queue;
  open_.push_back(task);
  line_.push(task);
}

void EarlyMonitor::take(const MonitorRequest& request, Cycle now) {
  using Kind = MonitorRequest::Kind;
  mark_busy(now);
  if (request.kind == Kind::query_predecessors || request.kind == Kind::register_early) {
    open(request.task, request.queue);
  } else if (request.kind == Kind::register_task) {
    State& state = state_of(request.task);
    state = State{};
    state.queue = request.queue;
    state.released = true;
  }
  if (request.kind == Kind::query_predecessors) return;
  State& state = states_[request.task];
  state.asked = true;
  state.early = request.kind != Kind::register_task;
  registrations_.push({request.queue, request.task});
}

void EarlyMonitor::count(Cycle now) {
  if (line_.empty()) return;
  mark_busy(now);
  const TaskRef first = line_.front();
  const Task& task = tasks_[first].task;
  State& state = states_[first];
  const auto planned = static_cast<std::uint32_t>(task.registered_before.size());
  const auto wanted = static_cast<std::uint32_t>(planned + task.after.size());
  for (std::uint32_t i = 0; i < config_.predecessors_per_cycle && state.counted < wanted; ++i, ++state.counted) {
    if (state.counted < planned) {
      const std::uint64_t number = task.registered_before[state.counted];
      if (is_released(number)) continue;
      ++state.order;
      lists_.wait({first, Condition::released, number});
    } else {
      const std::uint64_t number = task.after[state.counted - planned];
      if (bits_.done(number)) continue;
      ++state.left;
      lists_.wait({first, Condition::done, number});
    }
  }
  if (state.counted < wanted) return;  // goes on in the next cycle
  line_.pop();
  if (state.left == 0 && state.order == 0) release(first, now);
}

void EarlyMonitor::release(TaskRef task, Cycle now) {
  State& state = states_[task];
  TaskRecord& record = tasks_[task].record;
  state.released = true;
  open_.erase(std::find(open_.begin(), open_.end(), task));
  if (!state.asked) {
    links_.query_answers.send({state.queue, task, false, record.number}, now, config_.query_cycles);
  } else if (state.has_id) {
    --waiting_ids_;
    let_go(task);
    if (tasks_[task].task.cls == TaskClass::event) {
      // A cycle later, so that events that follow each other do not all end in one cycle.
      record.ready = std::max(record.registered, now + 1);
      end_event(task, record.ready);
    } else {
      links_.task_wakes.send({task}, now);
    }
  }
}

void EarlyMonitor::let_go(TaskRef task) {
  const std::uint64_t number = tasks_[task].record.number;
  set_bit(released_, static_cast<std::size_t>(number % config_.completion_window));
  lists_.met(Condition::released, number);
}

std::optional<std::size_t> EarlyMonitor::next_grant() const {
  if (!pool_.has_free()) return std::nullopt;
  for (std::size_t i = 0; i < registrations_.size(); ++i) {
    const TaskRef task = registrations_[i].task;
    const State& state = states_[task];
    if (state.released) return i;
    const bool in_order = state.counted >= tasks_[task].task.registered_before.size() && state.order == 0;
    if (in_order && waiting_ids_ < config_.early_ids()) return i;
  }
  return std::nullopt;
}

void EarlyMonitor::grant_early(Cycle now) {
  const std::optional<std::size_t> at = next_grant();
  if (!at) return;
  MonitorAnswer answer = registrations_.take(*at);
  State& state = states_[answer.task];
  TaskRecord& record = tasks_[answer.task].record;
  give_id(answer.task, now);
  state.has_id = true;
  answer.waits = !state.released;
  links_.registrations.send(answer, now, config_.register_cycles);
  const bool event = tasks_[answer.task].task.cls == TaskClass::event;
  const Cycle seen = now + config_.register_cycles;
  if (event) record.registered = seen;
  if (answer.waits) {
    ++waiting_ids_;
    ++early_;
    return;
  }
  let_go(answer.task);
  if (!event) return;
  if (state.early) record.ready = seen;
  end_event(answer.task, seen);
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> EarlyMonitor::waiting_for() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> waits;
  for (const TaskRef ref : open_) {
    const LiveTask& live = tasks_[ref];
    const std::vector<std::uint64_t>& before = live.task.registered_before;
    const std::vector<std::uint64_t>& after = live.task.after;
    const auto planned =
        std::find_if(before.begin(), before.end(), [&](std::uint64_t number) { return !is_released(number); });
    if (planned != before.end()) {
      waits.emplace_back(live.record.number, *planned);
      continue;
    }
    const auto needed =
        std::find_if(after.begin(), after.end(), [&](std::uint64_t number) { return !bits_.done(number); });
    if (needed != after.end()) waits.emplace_back(live.record.number, *needed);
  }
  return waits;
}

std::string EarlyMonitor::state() const {
  return StateMonitorBase::state() + "; " + std::to_string(waiting_ids_) + " of the ids for tasks that wait";
}

void EarlyMonitor::verify() const {
  StateMonitorBase::verify();
  if (waiting_ids_ > config_.early_ids()) throw std::logic_error("monitor: too many ids of tasks that wait");
}

}  // namespace scheduler
}  // namespace gantry
