// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/host.h"

#include <algorithm>
#include <utility>

#include "gantry/platform/architecture.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/scheduler/job_data.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace platform {

Host::Host(const Architecture& architecture, TaskSource& source, TaskTable& tasks, const MemoryMap& memory,
           RecordSink& sink, DataTable* data)
    : Unit("host"),
      config_(*architecture.host),
      descriptor_(*architecture.descriptor),
      completion_window_(architecture.monitor->completion_window),
      source_(source),
      tasks_(tasks),
      memory_(memory),
      sink_(sink),
      data_(data),
      credits_(architecture.task_cache->queues()),  // a wire for each queue
      slots_(architecture.task_cache->capacity, architecture.task_cache->queues()),
      numbers_{architecture.task_cache->queues_per_class},
      queues_(numbers_.count()),
      writes_({memory.bursts().burst_bytes, architecture.write_bursts()}),
      next_data_address_(memory.data_base()),
      pending_interrupts_(add_queue("interrupts", "interrupts that have arrived and are not taken")),
      unacknowledged_gauge_(add_queue("unacknowledged_writes",
                                      "descriptor writes that global memory has not acknowledged",
                                      config_.outstanding_writes)),
      stall_ring_full_(add_stall("ring_full", "the ring of the next task has no free entry")),
      stall_completion_window_(
          add_stall("completion_window", "the next task is too far ahead of the oldest unfinished one")),
      stall_outstanding_(add_stall("outstanding_writes", "all descriptor writes that may be unacknowledged are")),
      stall_credit_(config_.push ? &add_stall("no_credit",
                                              "the queue of the next task has no free slot of the task "
                                              "cache")
                                 : nullptr),
      doorbells_(add_counter("doorbells", "doorbells sent")),
      submit_valid_(add_signal("submit_valid", "high in the cycle in which a task is submitted", 1)),
      interrupt_taken_(add_signal("interrupt_taken", "high in the cycle in which an interrupt has been taken", 1)) {
  acks_.connect(*this);
  interrupts_.connect(*this);
  credits_.connect(*this);
  for (Queue& queue : queues_) queue.acknowledged.assign(config_.ring_entries, kNone);
  if (source_.is_closed_loop()) unfinished_.resize(queues_.size());
}

void Host::start() {
  has_next_ = source_.next(next_);
  if (has_next_) wake(next_.submit);
}

void Host::receive(const Message& message, Cycle visible) {
  if (message.is<TaskInterrupt>()) {
    interrupts_.send(message.content<TaskInterrupt>(), visible - 1);
  } else {
    acks_.send(message.content<DescriptorAck>(), visible - 1);
  }
}

Host::Stall Host::find_stall() const {
  const Queue& queue = queues_[queue_of(next_)];
  if (config_.push) {
    if (!slots_.has_room(queue_of(next_))) return Stall::no_credit;
    return submitted_ - oldest_unfinished_ >= completion_window_ ? Stall::completion_window : Stall::none;
  }
  if (queue.written - queue.read == config_.ring_entries) return Stall::ring_full;
  if (submitted_ - oldest_unfinished_ >= completion_window_) return Stall::completion_window;
  if (unacknowledged_ == config_.outstanding_writes) return Stall::outstanding_writes;
  return Stall::none;
}

/// It says that its task is done, so the scheduler has read the queue at least up to that descriptor.
void Host::take_interrupt(Cycle now) {
  const Cycle seen = interrupts_.seen_from(0);
  const TaskInterrupt interrupt = interrupts_.take();
  Queue& queue = queues_[interrupt.queue];
  queue.read = std::max(queue.read, interrupt.position + 1);
  oldest_unfinished_ = std::max(oldest_unfinished_, interrupt.oldest);
  ++interrupts_taken_;
  interrupt_taken_.strobe(now);
  last_interrupt_ = now;
  interrupt_done_ = kNever;
  mark_busy(now);
  sink_.interrupt_taken({interrupt.queue, interrupt.position, interrupt.oldest, seen, now});
  if (!unfinished_.empty()) report_completion(interrupt.queue, interrupt.position, now);
}

void Host::report_completion(QueueId queue, std::uint64_t position, Cycle now) {
  Unfinished& unfinished = unfinished_[queue];
  const auto at = static_cast<std::size_t>(position - unfinished.first);
  const std::uint64_t number = std::exchange(unfinished.numbers[at], kNever);
  while (!unfinished.numbers.empty() && unfinished.numbers.front() == kNever) {
    unfinished.numbers.drop();
    ++unfinished.first;
  }
  if (source_.completed(number, now, next_)) has_next_ = true;
}

[[gnu::flatten]] Cycle Host::step(Cycle now) {
  if (now >= gives_up_at_) {
    gave_up_ = true;
    return kNever;
  }
  if (interrupt_done_ <= now) take_interrupt(now);
  if (interrupt_done_ == kNever && interrupts_.has(now)) interrupt_done_ = now + config_.interrupt_cycles;
  pending_interrupts_.set(now, interrupts_.count(now));

  while (acks_.has(now)) take_acknowledgement(acks_.take(), now);
  while (credits_.has(now)) slots_.give(credits_.take());

  stall_ = Stall::none;
  Cycle next = std::min({interrupt_done_, acks_.next(), credits_.next(), gives_up_at_});
  next = std::min(next, interrupts_.next_after(now));
  if (has_next_ && next_.submit <= now && next_submit_ <= now) {
    stall_ = find_stall();
    // The bursts of one descriptor leave before those of the next.
    if (stall_ == Stall::none && writes_.can_start()) submit(now);
  }
  if (writes_.ready()) write_burst(now);
  // While bursts of the last one are left, or too many are under way, an acknowledgement or the next burst wakes.
  const Cycle due = std::max(next_.submit, next_submit_);
  if (has_next_ && stall_ == Stall::none && (due > now || writes_.can_start())) {
    next = std::min(next, std::max(due, now + 1));
  }
  if (writes_.ready()) next = now + 1;
  unacknowledged_gauge_.set(now, unacknowledged_);
  stall_ring_full_.set(now, stall_ == Stall::ring_full ? 1 : 0);
  stall_completion_window_.set(now, stall_ == Stall::completion_window ? 1 : 0);
  stall_outstanding_.set(now, stall_ == Stall::outstanding_writes ? 1 : 0);
  if (stall_credit_ != nullptr) stall_credit_->set(now, stall_ == Stall::no_credit ? 1 : 0);
  return next;
}

void Host::take_acknowledgement(const DescriptorAck& ack, Cycle now) {
  mark_busy(now);
  if (!writes_.answered(ack.task, true)) return;
  --unacknowledged_;
  Queue& queue = queues_[ack.queue];
  queue.acknowledged[ack.position % config_.ring_entries] = ack.task;
  tasks_[ack.task].record.acknowledged = now;
  const std::uint64_t before = queue.tail;
  while (queue.tail < queue.written) {
    TaskRef& task = queue.acknowledged[queue.tail % config_.ring_entries];
    if (task == kNone) break;
    tasks_[task].record.announced = now;
    task = kNone;
    ++queue.tail;
  }
  if (queue.tail == before) return;  // an earlier write of this queue is still under way
  port_.send(Message(scheduler_, kPointerBytes, Doorbell{ack.queue, queue.tail}), now);
  ++doorbells_;
}

void Host::submit(Cycle now) {
  mark_busy(now);
  submit_valid_.strobe(now);
  const TaskRef ref = tasks_.allocate();
  LiveTask& live = tasks_[ref];
  const QueueId id = queue_of(next_);
  Queue& queue = queues_[id];
  std::swap(live.task, next_);  // both keep the capacity of their predecessor lists
  const Task& task = live.task;
  live.record = TaskRecord{};
  live.record.number = submitted_++;
  live.record.cls = task.cls;
  live.record.weight = task.weight;
  live.record.jobs = task.jobs;
  live.record.stream = task.stream;
  live.record.place = task.place;
  live.record.instance = task.instance;
  live.record.queue = id;
  live.record.position = queue.written++;
  if (!unfinished_.empty()) unfinished_[id].numbers.push(live.record.number);
  live.record.arrival = task.submit;
  live.record.offset = task.offset;
  live.record.submitted = now;
  live.data_address = next_data_address_;
  next_data_address_ = end_of_data(memory_, live);
  if (data_ != nullptr) data_->submit(live, memory_.bursts().burst_bytes, next_data_address_);
  jobs_submitted_ += task.jobs;
  groups_submitted_ += task.groups.size();

  const std::uint64_t bytes = descriptor_.bytes(task.after.size(), task.groups.size());
  if (config_.push) {
    live.record.acknowledged = live.record.announced = now;
    slots_.take(id);
    port_.send(Message(scheduler_, bytes, DescriptorPush{id, ref, live.record.position}), now);
  } else {
    writes_.start({memory_.descriptor_address(id, live.record.position), bytes}, ref, true);
    ++unacknowledged_;
  }
  next_submit_ = now + config_.submit_cycles;
  has_next_ = source_.next(next_);
}

/// One a cycle.
void Host::write_burst(Cycle now) {
  const Burst burst = writes_.next();
  const LiveTask& live = tasks_[burst.owner];
  const DescriptorWrite write{burst.access, live.record.position, burst.owner, live.record.queue};
  port_.send(Message(memory_.terminal_of(burst.access.address), burst.access.bytes, write), now);
}

std::string Host::state() const {
  std::string text =
      std::to_string(submitted_) + " tasks submitted, " + std::to_string(interrupts_taken_) + " interrupts taken";
  if (!has_next_) return text;
  const std::string queue = numbers_.name(queue_of(next_));
  if (stall_ == Stall::ring_full) return text + "; stalled: the ring of queue " + queue + " is full";
  if (stall_ == Stall::no_credit) return text + "; stalled: queue " + queue + " has no free slot of the task cache";
  if (stall_ == Stall::completion_window) {
    return text + "; stalled: task " + std::to_string(oldest_unfinished_) + " is not done, and " +
           std::to_string(completion_window_) + " tasks from it on are submitted";
  }
  if (stall_ == Stall::outstanding_writes) return text + "; stalled: too many writes are not acknowledged";
  return text + "; next task waits for cycle " + std::to_string(next_.submit);
}

}  // namespace platform
}  // namespace gantry
