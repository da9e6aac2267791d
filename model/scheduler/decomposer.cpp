// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/decomposer.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

namespace {
constexpr std::uint32_t kClassesWithJobs = 4;  // event tasks are never split
}

Decomposer::Decomposer(const DecomposerConfig& config, const TaskCacheConfig& cache, TaskTable& tasks,
                       RegisterFile& registers, SchedulerLinks& links, HeadOfLine& head_of_line)
    : Unit("decomposer"),
      config_(config),
      tasks_(tasks),
      registers_(registers),
      links_(links),
      head_of_line_(head_of_line),
      slots_(config.slots, kClassesWithJobs),
      numbers_{cache.queues_per_class},
      queues_(numbers_.count()),
      with_heads_(make_bit_set(queues_.size())),
      occupancy_(add_queue("slots", "slots that are taken, each until the last job of its task is sent", config.slots)),
      stall_predecessors_(
          add_stall("predecessors", "a task at the head of a queue waits for a predecessor, or for its answer")),
      stall_slots_(add_stall("slots", "a task at the head of a queue may register and its class has no slot free")),
      queries_(add_counter("predecessor_queries", "tasks at the heads of queues whose predecessors it asked for")),
      retry_count_(add_counter("match_retries", "requests sent once more after a match that failed")) {
  for (QueueId id = 0; id < queues_.size(); ++id) {
    queues_[id].heads.reserve(cache.window);
    head_of_line_.count(id, add_stall("head_of_line_" + numbers_.name(id),
                                      "all heads of the queue wait for predecessors, and cached tasks behind them"));
  }
  links_.heads.connect(*this);
  links_.query_answers.connect(*this);
  links_.registrations.connect(*this);
  links_.verdicts.connect(*this);
}

[[gnu::flatten]] Cycle Decomposer::step(Cycle now) {
  if (engine_.taken()) return step_engine(now);
  while (links_.heads.has(now)) take_head(links_.heads.take(), now);
  while (links_.query_answers.has(now)) take_answer(links_.query_answers.take(), now);
  while (links_.registrations.has(now)) take_registration(links_.registrations.take(), now);
  while (links_.verdicts.has(now)) take_verdict(links_.verdicts.take(), now);
  finish_splits(now);
  ask_monitor(now);
  send_request(now);
  occupancy_.set(now, slots_.used());
  const bool asks = count_stalls(now);

  if (asks || !requests_.empty()) return now + 1;
  Cycle next =
      std::min({links_.heads.next(), links_.query_answers.next(), links_.registrations.next(), links_.verdicts.next()});
  if (!splits_.empty()) next = std::min(next, splits_.front().due);
  if (!retries_.empty()) next = std::min(next, std::max(retries_.front().due, now + 1));
  return next;
}

/// Whether something can be asked, too.
bool Decomposer::count_stalls(Cycle now) {
  bool any_asks = false;
  bool on_predecessors = false;
  bool on_slots = false;
  for_each_bit(with_heads_, [&](QueueId id) {
    bool all_wait = true;
    for (const Head& head : queues_[id].heads) {
      const bool waits = head.state == HeadState::querying;
      const bool asks = can_ask(head, numbers_.cls(id));
      any_asks = any_asks || asks;
      on_predecessors = on_predecessors || waits;
      all_wait = all_wait && waits;
      on_slots = on_slots || (head.state == HeadState::to_register && !asks);
    }
    head_of_line_.set_all_wait(id, all_wait, now);
  });
  stall_predecessors_.set(now, on_predecessors ? 1 : 0);
  stall_slots_.set(now, on_slots ? 1 : 0);
  return any_asks;
}

void Decomposer::take_head(const QueueHead& head, Cycle now) {
  mark_busy(now);
  LiveTask& live = tasks_[head.task];
  const bool waits = !live.task.after.empty() || !live.task.registered_before.empty();
  live.record.shown = now;
  if (!waits) live.record.ready = now;
  set_bit(with_heads_, head.queue);
  queues_[head.queue].heads.push_back({waits ? HeadState::to_query : HeadState::to_register, head.task});
}

void Decomposer::take_answer(const MonitorAnswer& answer, Cycle now) {
  for (Head& head : queues_[answer.queue].heads) {
    if (head.task == answer.task) head.state = HeadState::to_register;
  }
  tasks_[answer.task].record.ready = now;
}

bool Decomposer::can_ask(const Head& head, TaskClass cls) const {
  if (head.state == HeadState::to_query) return true;
  return head.state == HeadState::to_register && (cls == TaskClass::event || slots_.has_room(index(cls)));
}

bool Decomposer::any_can_ask() const {
  for (QueueId id = 0; id < queues_.size(); ++id) {
    for (const Head& head : queues_[id].heads) {
      if (can_ask(head, numbers_.cls(id))) return true;
    }
  }
  return false;
}

Decomposer::Head* Decomposer::first_to_ask(QueueId id) {
  for (Head& head : queues_[id].heads) {
    if (can_ask(head, numbers_.cls(id))) return &head;
  }
  return nullptr;
}

void Decomposer::ask_monitor(Cycle now) {
  if (is_empty(with_heads_)) return;
  const auto count = static_cast<QueueId>(queues_.size());
  QueueId id = next_queue_;
  for (std::uint32_t i = 0; i < count; ++i) {
    const QueueId next = id + 1 == count ? 0 : id + 1;
    if (Head* head = first_to_ask(id); head != nullptr) {
      ask(id, *head, now);
      next_queue_ = next;
      return;  // one request a cycle
    }
    id = next;
  }
}

void Decomposer::ask(QueueId id, Head& head, Cycle now) {
  if (head.state == HeadState::to_query) {
    links_.monitor_requests.send({MonitorRequest::Kind::query_predecessors, id, head.task}, now);
    head.state = HeadState::querying;
    ++queries_;
  } else {
    const TaskClass cls = numbers_.cls(id);
    if (cls != TaskClass::event) slots_.take(index(cls));
    tasks_[head.task].record.slot_taken = now;
    links_.monitor_requests.send({MonitorRequest::Kind::register_task, id, head.task}, now);
    head.state = HeadState::registering;
  }
  mark_busy(now);
}

void Decomposer::take_registration(const MonitorAnswer& answer, Cycle now) {
  mark_busy(now);
  std::vector<Head>& heads = queues_[answer.queue].heads;
  heads.erase(std::find_if(heads.begin(), heads.end(), [&](const Head& head) { return head.task == answer.task; }));
  if (heads.empty()) {
    clear_bit(with_heads_, answer.queue);
    head_of_line_.set_all_wait(answer.queue, false, now);
  }
  send({CacheUpdate::Kind::head_taken, answer.queue, answer.task}, now);
  const TaskClass cls = numbers_.cls(answer.queue);
  if (cls == TaskClass::event) {
    send({CacheUpdate::Kind::room_freed, answer.queue, answer.task}, now);
    return;
  }
  LiveTask& live = tasks_[answer.task];
  live.record.registered = now;
  const std::uint32_t slot = registers_.occupy(answer.task, cls, answer.queue, live.task.jobs, now);
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
  const std::uint32_t slot = register_of(verdict.slot);
  if (verdict.kind == ScheduleVerdict::Kind::match_failed) {
    registers_.not_matched(slot, verdict.jobs_left);
    retries_.push({now + config_.retry_cycles, slot});
    return;
  }
  const RegisterFile::Register& done = registers_[slot];
  send({CacheUpdate::Kind::room_freed, done.queue, done.task}, now);
  slots_.give(index(done.cls));
  tasks_[done.task].record.slot_freed = now;
  registers_.release(slot, now);
}

bool Decomposer::only_retries() const {
  if (!links_.heads.empty() || !links_.query_answers.empty() || !links_.registrations.empty()) return false;
  return !any_can_ask() && splits_.empty() && requests_.empty();
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
    signature.insert(signature.end(), {static_cast<std::uint64_t>(verdicts.peek(i).kind), verdicts.peek(i).slot,
                                       verdicts.seen_from(i) - now});
  }
}

void Decomposer::shift(const SkippedStretch& stretch) {
  for (std::size_t i = 0; i < retries_.size(); ++i) retries_[i].due += stretch.cycles;
  links_.verdicts.defer(stretch.cycles);
}

std::string Decomposer::state() const {
  static constexpr std::array<std::string_view, 4> kStates = {"asks for predecessors", "waits for predecessors",
                                                              "waits for a decomposer slot", "waits for a task id"};
  std::string text = std::to_string(slots_.used()) + " of " + std::to_string(config_.slots) + " slots taken, " +
                     std::to_string(retries_.size()) + " waiting to be requested again";
  for (QueueId id = 0; id < queues_.size(); ++id) {
    for (const Head& head : queues_[id].heads) {
      text += "; head of " + numbers_.name(id) + " (task " + std::to_string(tasks_[head.task].record.number) + ") " +
              std::string(kStates[static_cast<std::size_t>(head.state)]);
    }
  }
  return text;
}

void Decomposer::verify() const {
  if (slots_.used() > config_.slots) throw std::logic_error("decomposer: more tasks than slots");
}

}  // namespace scheduler
}  // namespace gantry
