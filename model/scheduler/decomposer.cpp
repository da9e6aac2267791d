// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/decomposer.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

namespace {
constexpr std::uint32_t kClassesWithJobs = 4;  // event tasks are never split
}

Decomposer::Decomposer(const DecomposerConfig& config, TaskTable& tasks, RegisterFile& registers, SchedulerLinks& links)
    : Unit("decomposer"),
      config_(config),
      tasks_(tasks),
      registers_(registers),
      links_(links),
      slots_(config.slots, kClassesWithJobs),
      occupancy_(add_queue("slots", "slots that are taken, each until the last job of its task is sent", config.slots)),
      stall_predecessors_(add_stall("predecessors", "a queue's head waits for a predecessor, or for its answer")),
      stall_slots_(add_stall("slots", "a queue's head may register and its class has no slot free")),
      queries_(add_counter("predecessor_queries", "heads of queues whose predecessors it asked for")),
      retry_count_(add_counter("match_retries", "requests sent once more after a match that failed")) {
  links_.heads.connect(*this);
  links_.query_answers.connect(*this);
  links_.registrations.connect(*this);
  links_.verdicts.connect(*this);
}

Cycle Decomposer::step(Cycle now) {
  while (links_.heads.has(now)) take_head(links_.heads.take(), now);
  while (links_.query_answers.has(now)) heads_[index(links_.query_answers.take().cls)].state = HeadState::to_register;
  while (links_.registrations.has(now)) take_registration(links_.registrations.take(), now);
  while (links_.verdicts.has(now)) take_verdict(links_.verdicts.take(), now);
  finish_splits(now);
  ask_monitor(now);
  send_request(now);
  occupancy_.set(now, slots_.used());

  bool more = !requests_.empty();
  std::uint64_t on_predecessors = 0;
  std::uint64_t on_slots = 0;
  for (std::size_t c = 0; c < kTaskClasses; ++c) {
    const auto cls = static_cast<TaskClass>(c);
    more = more || can_ask(cls);
    if (heads_[c].state == HeadState::querying) ++on_predecessors;
    if (heads_[c].state == HeadState::to_register && !can_ask(cls)) ++on_slots;
  }
  stall_predecessors_.set(now, on_predecessors > 0 ? 1 : 0);
  stall_slots_.set(now, on_slots > 0 ? 1 : 0);

  if (more) return now + 1;
  Cycle next =
      std::min({links_.heads.next(), links_.query_answers.next(), links_.registrations.next(), links_.verdicts.next()});
  if (!splits_.empty()) next = std::min(next, splits_.front().due);
  if (!retries_.empty()) next = std::min(next, std::max(retries_.front().due, now + 1));
  return next;
}

void Decomposer::take_head(const QueueHead& head, Cycle now) {
  mark_busy(now);
  const Task& task = tasks_[head.task].task;
  const bool waits = !task.after.empty() || !task.registered_before.empty();
  heads_[index(head.cls)] = {waits ? HeadState::to_query : HeadState::to_register, head.task};
}

bool Decomposer::can_ask(TaskClass cls) const {
  const Head& head = heads_[index(cls)];
  if (head.state == HeadState::to_query) return true;
  return head.state == HeadState::to_register && (cls == TaskClass::event || slots_.has_room(cls));
}

void Decomposer::ask_monitor(Cycle now) {
  for (std::uint32_t i = 0; i < kTaskClasses; ++i) {
    const auto c = static_cast<std::uint32_t>((next_class_ + i) % kTaskClasses);
    const auto cls = static_cast<TaskClass>(c);
    if (!can_ask(cls)) continue;
    Head& head = heads_[c];
    if (head.state == HeadState::to_query) {
      links_.monitor_requests.send({MonitorRequest::Kind::query_predecessors, cls, head.task}, now);
      head.state = HeadState::querying;
      ++queries_;
    } else {
      if (cls != TaskClass::event) slots_.take(cls);
      links_.monitor_requests.send({MonitorRequest::Kind::register_task, cls, head.task}, now);
      head.state = HeadState::registering;
    }
    next_class_ = static_cast<std::uint32_t>((c + 1) % kTaskClasses);
    mark_busy(now);
    return;  // one request a cycle
  }
}

void Decomposer::take_registration(const MonitorAnswer& answer, Cycle now) {
  mark_busy(now);
  heads_[index(answer.cls)] = Head{};
  links_.cache_updates.send({CacheUpdate::Kind::head_taken, answer.cls}, now);
  if (answer.cls == TaskClass::event) {
    links_.cache_updates.send({CacheUpdate::Kind::room_freed, answer.cls}, now);
    return;
  }
  LiveTask& live = tasks_[answer.task];
  live.record.registered = now;
  const std::uint32_t slot = registers_.occupy(answer.task, answer.cls, live.task.jobs, now);
  splits_.push({now + config_.split_cycles, slot});
}

void Decomposer::finish_splits(Cycle now) {
  while (!splits_.empty() && splits_.front().due <= now) {
    const Timer timer = splits_.pop();
    mark_busy(now);
    registers_.split(timer.slot);
    tasks_[registers_[timer.slot].task].record.split = timer.due;
    requests_.push(timer);
  }
}

void Decomposer::send_request(Cycle now) {
  // Oldest first; of a fresh task and a retry that fall due together the fresh one.
  const bool retry_due = !retries_.empty() && retries_.front().due <= now;
  if (requests_.empty() && !retry_due) return;
  const bool retry = requests_.empty() || (retry_due && retries_.front().due < requests_.front().due);
  const std::uint32_t slot = (retry ? retries_ : requests_).pop().slot;
  if (retry) ++retry_count_;
  registers_.requested(slot);
  links_.schedule_requests.send({registers_[slot].task, slot, registers_[slot].jobs_left}, now);
  mark_busy(now);
}

void Decomposer::take_verdict(const ScheduleVerdict& verdict, Cycle now) {
  mark_busy(now);
  if (verdict.kind == ScheduleVerdict::Kind::match_failed) {
    registers_.not_matched(verdict.slot, verdict.jobs_left);
    retries_.push({now + config_.retry_cycles, verdict.slot});
    return;
  }
  const TaskClass cls = registers_[verdict.slot].cls;
  links_.cache_updates.send({CacheUpdate::Kind::room_freed, cls}, now);
  slots_.give(cls);
  registers_.release(verdict.slot, now);
}

bool Decomposer::only_retries() const {
  if (!links_.heads.empty() || !links_.query_answers.empty() || !links_.registrations.empty()) return false;
  for (std::size_t c = 0; c < kTaskClasses; ++c) {
    if (can_ask(static_cast<TaskClass>(c))) return false;
  }
  return splits_.empty() && requests_.empty();
}

void Decomposer::append_signature(Cycle now, std::vector<std::uint64_t>& signature) const {
  signature.push_back(retries_.size());
  for (std::size_t i = 0; i < retries_.size(); ++i) {
    // A retry that is overdue waits its turn; by how long does not matter, its place in the queue does.
    signature.insert(signature.end(), {retries_[i].slot, retries_[i].due > now ? retries_[i].due - now : 0});
  }
  const Link<ScheduleVerdict>& verdicts = links_.verdicts;
  signature.push_back(verdicts.size());
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    signature.insert(signature.end(), {verdicts.peek(i).slot, verdicts.seen_from(i) - now});
  }
}

void Decomposer::shift(const SkippedStretch& stretch) {
  for (std::size_t i = 0; i < retries_.size(); ++i) retries_[i].due += stretch.cycles;
  links_.verdicts.defer(stretch.cycles);
}

std::string Decomposer::state() const {
  static constexpr std::array<std::string_view, 5> kStates = {"", "asks for predecessors", "waits for predecessors",
                                                              "waits for a decomposer slot", "waits for a task id"};
  std::string text = std::to_string(slots_.used()) + " of " + std::to_string(config_.slots) + " slots taken, " +
                     std::to_string(retries_.size()) + " waiting to be requested again";
  for (std::size_t c = 0; c < kTaskClasses; ++c) {
    if (heads_[c].state == HeadState::none) continue;
    text += "; head of " + std::string(kTaskClassNames[c]) + " (task " +
            std::to_string(tasks_[heads_[c].task].record.number) + ") " +
            std::string(kStates[static_cast<std::size_t>(heads_[c].state)]);
  }
  return text;
}

void Decomposer::verify() const {
  if (slots_.used() > config_.slots) throw std::logic_error("decomposer: more tasks than slots");
}

}  // namespace scheduler
}  // namespace gantry
