// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/host.h"

#include <algorithm>

namespace gantry {
inline namespace platform {

Host::Host(const HostConfig& config, const DescriptorConfig& descriptor, TaskSource& source, TaskTable& tasks,
           const MemoryMap& memory)
    : Unit("host"),
      config_(config),
      descriptor_(descriptor),
      source_(source),
      tasks_(tasks),
      memory_(memory),
      next_data_address_(memory.data_base()),
      pending_interrupts_(add_queue("interrupts", "interrupts that have arrived and are not taken")),
      unacknowledged_gauge_(add_queue("unacknowledged_writes",
                                      "descriptor writes that global memory has not acknowledged",
                                      config.outstanding_writes)),
      stall_ring_full_(add_stall("ring_full", "the next task's ring has no free place")),
      stall_outstanding_(add_stall("outstanding_writes", "all descriptor writes that may be unacknowledged are")),
      doorbells_(add_counter("doorbells", "doorbells rung")),
      submit_valid_(add_signal("submit_valid", "high in the cycle in which a task is submitted", 1)),
      interrupt_taken_(add_signal("interrupt_taken", "high in the cycle in which an interrupt has been taken", 1)) {
  acks_.connect(*this);
  interrupts_.connect(*this);
  for (Queue& queue : queues_) queue.acknowledged.assign(config.ring_entries, false);
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

bool Host::ring_full(TaskClass cls) const {
  const Queue& queue = queues_[index(cls)];
  return queue.written - queue.read == config_.ring_entries;
}

Cycle Host::step(Cycle now) {
  if (interrupt_done_ <= now) {
    // The interrupt says that its task is done, so the scheduler has read the queue at least up to that descriptor.
    const TaskInterrupt interrupt = interrupts_.take();
    Queue& queue = queues_[index(interrupt.cls)];
    queue.read = std::max(queue.read, interrupt.position + 1);
    ++interrupts_taken_;
    interrupt_taken_.strobe(now);
    last_interrupt_ = now;
    interrupt_done_ = kNever;
    mark_busy(now);
  }
  if (interrupt_done_ == kNever && interrupts_.has(now)) interrupt_done_ = now + config_.interrupt_cycles;
  pending_interrupts_.set(now, interrupts_.count(now));

  while (acks_.has(now)) take_acknowledgement(acks_.take(), now);

  bool full = false;
  bool outstanding = false;
  Cycle next = std::min(interrupt_done_, acks_.next());
  next = std::min(next, interrupts_.next_after(now));
  if (has_next_ && next_.submit <= now) {
    if (next_submit_ > now) {
      next = std::min(next, next_submit_);
    } else if (ring_full(next_.cls)) {
      full = true;
    } else if (unacknowledged_ == config_.outstanding_writes) {
      outstanding = true;
    } else {
      submit(now);
    }
  }
  if (has_next_ && !full && !outstanding) next = std::min(next, std::max({next_.submit, next_submit_, now + 1}));
  unacknowledged_gauge_.set(now, unacknowledged_);
  stall_ring_full_.set(now, full ? 1 : 0);
  stall_outstanding_.set(now, outstanding ? 1 : 0);
  return next;
}

void Host::take_acknowledgement(const DescriptorAck& ack, Cycle now) {
  mark_busy(now);
  --unacknowledged_;
  Queue& queue = queues_[index(ack.cls)];
  queue.acknowledged[ack.position % config_.ring_entries] = true;
  const std::uint64_t before = queue.tail;
  while (queue.tail < queue.written && queue.acknowledged[queue.tail % config_.ring_entries]) {
    queue.acknowledged[queue.tail % config_.ring_entries] = false;
    ++queue.tail;
  }
  if (queue.tail == before) return;  // an earlier write of this queue is still under way
  port_.send(Message(scheduler_, kPointerBytes, Doorbell{ack.cls, queue.tail}), now);
  ++doorbells_;
}

void Host::submit(Cycle now) {
  mark_busy(now);
  submit_valid_.strobe(now);
  const TaskRef ref = tasks_.allocate();
  LiveTask& live = tasks_[ref];
  Queue& queue = queues_[index(next_.cls)];
  std::swap(live.task, next_);  // both keep the capacity of their predecessor lists
  const Task& task = live.task;
  live.record = TaskRecord{};
  live.record.number = submitted_++;
  live.record.cls = task.cls;
  live.record.weight = task.weight;
  live.record.jobs = task.jobs;
  live.record.arrival = task.submit;
  live.record.submitted = now;
  live.ring_position = queue.written++;
  live.data_address = next_data_address_;
  next_data_address_ += (task.input_bytes + task.output_bytes) * task.jobs;
  jobs_submitted_ += task.jobs;

  const std::uint64_t bytes = descriptor_.full_bytes;
  const MemoryAccess access{memory_.descriptor_address(task.cls, live.ring_position), bytes};
  const DescriptorWrite write{access, live.ring_position, ref, task.cls};
  port_.send(Message(memory_.terminal_of(access.address), bytes, write), now);
  ++unacknowledged_;
  next_submit_ = now + config_.submit_cycles;
  has_next_ = source_.next(next_);
}

std::string Host::state() const {
  std::string text =
      std::to_string(submitted_) + " tasks submitted, " + std::to_string(interrupts_taken_) + " interrupts taken";
  if (has_next_ && ring_full(next_.cls))
    text += "; stalled: the ring of class " + std::string(gantry::name(next_.cls)) + " is full";
  else if (has_next_)
    text += "; next task waits for cycle " + std::to_string(next_.submit);
  return text;
}

}  // namespace platform
}  // namespace gantry
