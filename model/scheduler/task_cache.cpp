// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/task_cache.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

TaskCache::TaskCache(const TaskCacheConfig& config, const DescriptorConfig& descriptor, TaskTable& tasks,
                     const MemoryMap& memory, SchedulerLinks& links)
    : Unit("task_cache"),
      config_(config),
      descriptor_(descriptor),
      tasks_(tasks),
      memory_(memory),
      links_(links),
      room_(config.capacity, kTaskClasses),
      occupancy_(
          add_queue("descriptors", "places that are taken, by descriptors or for those being read", config.capacity)),
      stall_room_(add_stall("no_room", "a descriptor stands in a ring and its class has no place free")),
      descriptors_(add_counter("descriptors_read", "descriptors that have arrived from memory")) {
  inbox_.connect(*this);
  links_.cache_updates.connect(*this);
}

void TaskCache::receive(const Message& message, Cycle visible) { inbox_.send(message, visible - 1); }

Cycle TaskCache::step(Cycle now) {
  while (inbox_.has(now)) take_message(inbox_.take(), now);
  while (links_.cache_updates.has(now)) take_update(links_.cache_updates.take(), now);
  read_ahead(now);
  occupancy_.set(now, room_.used());

  bool more = false;
  bool no_room = false;
  for (std::size_t c = 0; c < kTaskClasses; ++c) {
    const Queue& queue = queues_[c];
    more = more || wants_read(static_cast<TaskClass>(c));
    no_room = no_room || (queue.head != queue.tail && !queue.reading && !room_.has_room(static_cast<TaskClass>(c)));
  }
  stall_room_.set(now, no_room ? 1 : 0);
  const Cycle next = std::min(inbox_.next(), links_.cache_updates.next());
  return more ? now + 1 : next;
}

void TaskCache::take_message(const Message& message, Cycle now) {
  mark_busy(now);
  if (!message.is<Doorbell>()) return take_descriptor(message.content<DescriptorData>(), now);
  const auto doorbell = message.content<Doorbell>();
  Queue& queue = queues_[index(doorbell.cls)];
  queue.tail = std::max(queue.tail, doorbell.tail);
}

void TaskCache::take_descriptor(const DescriptorData& descriptor, Cycle now) {
  Queue& queue = queues_[index(descriptor.cls)];
  queue.reading = false;
  ++queue.head;
  ++descriptors_;
  tasks_[descriptor.task].record.cached = now;
  if (queue.stored.empty()) links_.heads.send({descriptor.cls, descriptor.task}, now);
  queue.stored.push(descriptor.task);
}

void TaskCache::take_update(const CacheUpdate& update, Cycle now) {
  mark_busy(now);
  if (update.kind == CacheUpdate::Kind::room_freed) {
    room_.give(update.cls);
    return;
  }
  Queue& queue = queues_[index(update.cls)];
  queue.stored.pop();
  if (!queue.stored.empty()) links_.heads.send({update.cls, queue.stored.front()}, now);
}

bool TaskCache::wants_read(TaskClass cls) const {
  const Queue& queue = queues_[index(cls)];
  return queue.head != queue.tail && !queue.reading && room_.has_room(cls);
}

void TaskCache::read_ahead(Cycle now) {
  for (std::uint32_t i = 0; i < kTaskClasses; ++i) {
    const auto c = static_cast<std::uint32_t>((next_queue_ + i) % kTaskClasses);
    const auto cls = static_cast<TaskClass>(c);
    if (!wants_read(cls)) continue;
    Queue& queue = queues_[c];
    queue.reading = true;
    room_.take(cls);
    const MemoryAccess access{memory_.descriptor_address(cls, queue.head), descriptor_.full_bytes};
    port_.send(Message(memory_.terminal_of(access.address), kPointerBytes, DescriptorRead{access, cls}), now);
    next_queue_ = static_cast<std::uint32_t>((c + 1) % kTaskClasses);
    mark_busy(now);
    return;  // one read request a cycle
  }
}

std::string TaskCache::state() const {
  std::string text = std::to_string(room_.used()) + " of " + std::to_string(config_.capacity) + " places taken";
  for (std::size_t c = 0; c < kTaskClasses; ++c) {
    const Queue& queue = queues_[c];
    if (queue.stored.empty() && queue.head == queue.tail) continue;
    text += "; " + std::string(kTaskClassNames[c]) + ": " + std::to_string(queue.stored.size()) +
            " at the decomposer's door, " + std::to_string(queue.tail - queue.head) + " in memory";
  }
  return text;
}

void TaskCache::verify() const {
  if (room_.used() > config_.capacity) throw std::logic_error("task_cache: more descriptors than places");
}

}  // namespace scheduler
}  // namespace gantry
