// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/decomposer_base.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace scheduler {

namespace {
constexpr std::uint32_t kClassesWithJobs = 4;  // event tasks are never split
}

DecomposerBase::DecomposerBase(const DecomposerParts& parts)
    : Unit("decomposer"),
      config_(parts.config),
      tasks_(parts.tasks),
      registers_(parts.registers),
      links_(parts.links),
      heads_(parts.cache.queues()),
      with_heads_(make_bit_set(heads_.size())),
      early_registration_(parts.early_registration),
      head_of_line_(parts.head_of_line),
      slots_(config_.slots, kClassesWithJobs),
      numbers_{parts.cache.queues_per_class},
      occupancy_(
          add_queue("slots", "slots that are taken, each until the last job of its task is sent", config_.slots)),
      stall_predecessors_(
          add_stall("predecessors", "a task at the head of a queue waits for a predecessor, or for its answer")),
      stall_slots_(add_stall("slots", "a task at the head of a queue may register and its class has no slot free")),
      queries_(add_counter("predecessor_queries",
                           "predecessor queries sent; an early registration is one, if none was sent before")),
      retry_count_(add_counter("match_retries", "requests repeated after a failed match")) {
  for (QueueId id = 0; id < heads_.size(); ++id) {
    heads_[id].reserve(parts.cache.window);
    head_of_line_.count(
        id, add_stall("head_of_line_" + numbers_.name(id),
                      "all visible tasks of the queue wait for predecessors, and further tasks are cached"));
  }
  links_.heads.connect(*this);
  links_.query_answers.connect(*this);
  links_.registrations.connect(*this);
  links_.verdicts.connect(*this);
}

void DecomposerBase::take_head(const QueueHead& head, Cycle now) {
  mark_busy(now);
  LiveTask& live = tasks_[head.task];
  const bool waits = !live.task.after.empty() || !live.task.registered_before.empty();
  live.record.shown = now;
  if (!waits) live.record.ready = now;
  set_bit(with_heads_, head.queue);
  heads_[head.queue].push_back({waits ? HeadState::to_query : HeadState::to_register, head.task});
}

void DecomposerBase::take_answer(const MonitorAnswer& answer, Cycle now) {
  for (Head& head : heads_[answer.queue]) {
    if (head.task != answer.task) continue;
    // An answer that was under way when its task was registered early is dropped, if need be after the task has ended.
    if (early_registration_ &&
        (head.state != HeadState::querying || tasks_[head.task].record.number != answer.number)) {
      return;
    }
    head.state = HeadState::to_register;
    tasks_[answer.task].record.ready = now;
    return;
  }
}

bool DecomposerBase::can_ask(const Head& head, TaskClass cls) const {
  if (head.state == HeadState::to_query) return true;
  if (head.state == HeadState::querying) return early_room(cls);
  return head.state == HeadState::to_register && (cls == TaskClass::event || slots_.has_room(index(cls)));
}

bool DecomposerBase::any_can_ask() const {
  for (QueueId id = 0; id < heads_.size(); ++id) {
    for (const Head& head : heads_[id]) {
      if (can_ask(head, class_of(id))) return true;
    }
  }
  return false;
}

void DecomposerBase::register_early(QueueId id, Head& head, Cycle now) {
  if (class_of(id) != TaskClass::event) {
    slots_.take_shared();
    ++early_slots_;
  }
  const bool queried = head.state == HeadState::querying;
  if (!queried) ++queries_;
  tasks_[head.task].record.slot_taken = now;
  links_.monitor_requests.send(
      {queried ? MonitorRequest::Kind::register_queried : MonitorRequest::Kind::register_early, id, head.task}, now);
  head.state = HeadState::registering;
  head.early = true;
}

void DecomposerBase::ask(QueueId id, Head& head, Cycle now) {
  if (head.state != HeadState::to_register && early_room(class_of(id))) {
    register_early(id, head, now);
  } else if (head.state == HeadState::to_query) {
    links_.monitor_requests.send({MonitorRequest::Kind::query_predecessors, id, head.task}, now);
    head.state = HeadState::querying;
    ++queries_;
  } else {
    const TaskClass cls = class_of(id);
    if (cls != TaskClass::event) slots_.take(index(cls));
    tasks_[head.task].record.slot_taken = now;
    links_.monitor_requests.send({MonitorRequest::Kind::register_task, id, head.task}, now);
    head.state = HeadState::registering;
  }
  mark_busy(now);
}

DecomposerBase::Head DecomposerBase::remove_head(const MonitorAnswer& answer, Cycle now) {
  mark_busy(now);
  std::vector<Head>& heads = heads_[answer.queue];
  const auto at = std::find_if(heads.begin(), heads.end(), [&](const Head& head) { return head.task == answer.task; });
  const Head head = *at;
  heads.erase(at);
  if (heads.empty()) {
    clear_bit(with_heads_, answer.queue);
    head_of_line_.set_all_wait(answer.queue, false, now);
  }
  return head;
}

void DecomposerBase::take_registration(const MonitorAnswer& answer, Cycle now) {
  const bool early = remove_head(answer, now).early;
  const TaskClass cls = class_of(answer.queue);
  if (cls == TaskClass::event) return;
  LiveTask& live = tasks_[answer.task];
  live.record.registered = now;
  if (early && !answer.waits) live.record.ready = now;
  const std::uint32_t slot =
      registers_.occupy(answer.task, cls, answer.queue, live.task.jobs, now, early, answer.waits);
  splits_.push({now + config_.split_cycles, slot});
}

void DecomposerBase::finish_splits(Cycle now) {
  while (!splits_.empty() && splits_.front().due <= now) {
    const Timer timer = splits_.pop();
    mark_busy(now);
    registers_.split(timer.slot);
    tasks_[registers_[timer.slot].task].record.split = timer.due;
    requests_.push(timer);
  }
}

void DecomposerBase::take_failure(std::uint32_t slot, std::uint32_t jobs_left, Cycle now) {
  mark_busy(now);
  registers_.not_matched(slot, jobs_left);
  retries_.push({now + config_.retry_cycles, slot});
}

CacheUpdate DecomposerBase::take_all_sent(std::uint32_t slot, Cycle now) {
  mark_busy(now);
  const RegisterFile::Register& done = registers_[slot];
  const CacheUpdate update{CacheUpdate::Kind::room_freed, done.queue, done.task};
  if (done.early) {
    slots_.give_shared();
    --early_slots_;
  } else {
    slots_.give(index(done.cls));
  }
  registers_.release(slot, now);
  return update;
}

bool DecomposerBase::update_gauges(Cycle now) {
  occupancy_.set(now, slots_.used());
  bool any_asks = false;
  bool on_predecessors = false;
  bool on_slots = false;
  for_each_bit(with_heads_, [&](QueueId id) {
    bool all_wait = true;
    for (const Head& head : heads_[id]) {
      const bool waits = head.state == HeadState::querying;
      const bool asks = can_ask(head, class_of(id));
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

void DecomposerBase::visit_other_counts(CountVisitor& visitor) {
  const auto visit_task = [&](TaskRef task) {
    for_each_count(tasks_[task].record.counts, [&](std::uint64_t& count) { visitor.count(count); });
  };
  for (const std::vector<Head>& heads : heads_) {
    for (const Head& head : heads) visit_task(head.task);
  }
  for (std::uint32_t slot = 0; slot < registers_.slots(); ++slot) {
    if (registers_[slot].state != TaskState::free) visit_task(registers_[slot].task);
  }
}

bool DecomposerBase::only_repeats() const {
  if (!links_.heads.empty() || !links_.query_answers.empty() || !links_.registrations.empty()) return false;
  return !any_can_ask() && splits_.empty() && requests_.empty();
}

std::string DecomposerBase::state() const {
  static constexpr std::array<std::string_view, 4> kStates = {"queries predecessors", "waits for predecessors",
                                                              "waits for a decomposer slot", "waits for a task id"};
  std::string text = std::to_string(slots_.used()) + " of " + std::to_string(config_.slots) + " slots taken, " +
                     std::to_string(retries_.size()) + " waiting to be requested again";
  for (QueueId id = 0; id < heads_.size(); ++id) {
    for (const Head& head : heads_[id]) {
      text += "; head of " + numbers_.name(id) + " (task " + std::to_string(tasks_[head.task].record.number) + ") " +
              std::string(kStates[static_cast<std::size_t>(head.state)]);
    }
  }
  return text;
}

void DecomposerBase::verify() const {
  if (slots_.used() > config_.slots) throw std::logic_error("decomposer: more tasks than slots");
}

}  // namespace scheduler
}  // namespace gantry
