// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/task_cache_base.h"

#include <stdexcept>

namespace gantry {
inline namespace scheduler {

TaskCacheBase::TaskCacheBase(const TaskCacheParts& parts)
    : Unit("task_cache"),
      config_(parts.config),
      tasks_(parts.tasks),
      memory_(parts.memory),
      links_(parts.links),
      queues_(config_.queues()),
      busy_(make_bit_set(queues_.size())),
      bursts_(memory_.bursts()),
      room_(config_.capacity, config_.queues()),
      descriptor_(parts.descriptor),
      head_of_line_(parts.head_of_line),
      numbers_{config_.queues_per_class},
      occupancy_(
          add_queue("descriptors", "slots taken by descriptors that are cached or being read", config_.capacity)),
      reads_(add_queue("reads", "descriptor reads that are under way",
                       std::uint64_t{config_.reads_in_flight} * numbers_.count())),
      stall_room_(add_stall("no_room", "a descriptor is in a ring, and its queue has no free cache slot")),
      stall_reads_(add_stall("reads", "a descriptor is in a ring, and its queue is at its limit of reads")),
      stall_bursts_(add_stall("bursts", "a descriptor could be read, and the cache is at its limit of bursts")),
      descriptors_(add_counter("descriptors_read", "descriptors that have arrived")) {
  inbox_.connect(*this);
  links_.cache_updates.connect(*this);
}

void TaskCacheBase::return_credits(Link<QueueId>& credits, Cycle cycles) {
  credits_ = &credits;
  credit_cycles_ = cycles;
}

void TaskCacheBase::receive(const Message& message, Cycle visible) { inbox_.post(message, visible); }

void TaskCacheBase::settle(QueueId id, Waiting& waiting) {
  Queue& queue = queues_[id];
  const bool more_cached = queue.shown < queue.in_order;
  if (more_cached != queue.more_cached) {
    queue.more_cached = more_cached;
    more_cached_changed_.push_back(id);
  }
  waiting.reads += queue.reads_in_flight;
  if (queue.head != queue.tail) {
    const bool read_free = queue.reads_in_flight < config_.reads_in_flight;
    (!read_free ? waiting.read : room_.has_room(id) ? waiting.burst : waiting.room) = true;
  } else if (queue.reads_in_flight == 0 && !more_cached) {
    clear_bit(busy_, id);
  }
}

void TaskCacheBase::publish_more_cached(Cycle now) {
  for (const QueueId id : more_cached_changed_) head_of_line_.set_more_cached(id, queues_[id].more_cached, now);
  more_cached_changed_.clear();
}

void TaskCacheBase::update_gauges(const Waiting& waiting, Cycle now) {
  occupancy_.set(now, room_.used());
  reads_.set(now, waiting.reads);
  stall_room_.set(now, waiting.room ? 1 : 0);
  stall_reads_.set(now, waiting.read ? 1 : 0);
  stall_bursts_.set(now, waiting.burst && bursts_.full() ? 1 : 0);
}

void TaskCacheBase::take_message(const Message& message, Cycle now) {
  mark_busy(now);
  if (message.is<DescriptorPush>()) return take_pushed(message.content<DescriptorPush>(), now);
  if (!message.is<Doorbell>()) return take_descriptor(message.content<DescriptorData>(), now);
  const auto doorbell = message.content<Doorbell>();
  Queue& queue = queues_[doorbell.queue];
  if (doorbell.tail <= queue.tail) return;
  queue.tail = doorbell.tail;
  set_bit(busy_, doorbell.queue);
  queue.doorbells.push({doorbell.tail, now});
}

void TaskCacheBase::take_descriptor(const DescriptorData& descriptor, Cycle now) {
  const std::size_t place = memory_.ring_place(descriptor.queue, descriptor.position);
  if (descriptor.errors > 0) return read_again(descriptor, now);
  if (!bursts_.answered(static_cast<std::uint32_t>(place), false)) return;
  Queue& queue = queues_[descriptor.queue];
  // Registered tasks are removed from the front, so the index counts from the end.
  Stored& stored = queue.stored[queue.stored.size() - static_cast<std::size_t>(queue.head - descriptor.position)];
  if (descriptor.task != kNone) {
    // The length of a descriptor with further predecessors is in the part that is read first.
    const Task& task = tasks_[descriptor.task].task;
    const std::uint64_t whole = descriptor_.bytes(task.after.size(), task.groups.size());
    const std::uint64_t first = memory_.first_part();
    if (descriptor.offset < first && whole > first) {
      const std::uint64_t begin = memory_.descriptor_address(descriptor.queue, descriptor.position);
      bursts_.start({begin + first, whole - first}, static_cast<std::uint32_t>(place), false);
      return;
    }
    TaskRecord& record = tasks_[descriptor.task].record;
    record.rung = stored.rung;
    record.asked = stored.asked;
    record.cached = now;
  }
  --queue.reads_in_flight;
  ++descriptors_;
  stored.task = descriptor.task;
  stored.there = true;
  count_in_order(descriptor.queue);
}

void TaskCacheBase::read_again(const DescriptorData& descriptor, Cycle now) {
  if (descriptor.errors > memory_.bursts().retries) return unread_.push_back({descriptor.queue, descriptor.position});
  // Memory knows how long the burst is.
  const std::uint64_t address = memory_.descriptor_address(descriptor.queue, descriptor.position) + descriptor.offset;
  const DescriptorRead read{
      {address, memory_.bursts().burst_bytes}, descriptor.position, descriptor.queue, descriptor.errors};
  port_.send(Message(memory_.terminal_of(address), kPointerBytes, read), now);
}

/// Pushed descriptors may overtake each other where requests have several channels.
void TaskCacheBase::take_pushed(const DescriptorPush& push, Cycle now) {
  Queue& queue = queues_[push.queue];
  if (!room_.has_room(push.queue)) throw std::logic_error("task_cache: a descriptor was pushed without a credit");
  room_.take(push.queue);
  set_bit(busy_, push.queue);
  for (; queue.head <= push.position; ++queue.head) queue.stored.push({kNone, false, now, now});
  queue.tail = queue.head;
  Stored& stored = queue.stored[queue.stored.size() - static_cast<std::size_t>(queue.head - push.position)];
  TaskRecord& record = tasks_[push.task].record;
  record.rung = record.asked = record.cached = now;
  ++descriptors_;
  stored.task = push.task;
  stored.there = true;
  count_in_order(push.queue);
}

void TaskCacheBase::count_in_order(QueueId id) {
  Queue& queue = queues_[id];
  while (queue.in_order < queue.stored.size() && queue.stored[queue.in_order].there) {
    if (queue.stored[queue.in_order].task != kNone) {
      ++queue.in_order;
      continue;
    }
    queue.stored.take(queue.in_order);
    room_.give(id);
  }
}

void TaskCacheBase::take_update(const CacheUpdate& update, Cycle now) {
  mark_busy(now);
  if (update.kind == CacheUpdate::Kind::room_freed) {
    room_.give(update.queue);
    if (credits_ != nullptr) credits_->send(update.queue, now, credit_cycles_);
    return;
  }
  Queue& queue = queues_[update.queue];
  std::size_t at = 0;
  while (queue.stored[at].task != update.task) ++at;
  queue.stored.take(at);
  --queue.in_order;
  --queue.shown;
}

void TaskCacheBase::begin_read(QueueId id, Cycle now) {
  Queue& queue = queues_[id];
  ++queue.reads_in_flight;
  while (queue.doorbells.front().tail <= queue.head) queue.doorbells.pop();
  queue.stored.push({kNone, false, queue.doorbells.front().seen, now});
  room_.take(id);
  const auto place = static_cast<std::uint32_t>(memory_.ring_place(id, queue.head));
  bursts_.start({memory_.descriptor_address(id, queue.head), descriptor_.full_bytes}, place, false);
  ++queue.head;
  mark_busy(now);
}

void TaskCacheBase::send(const Burst& burst, Cycle now) {
  // The ring place identifies the descriptor among those that the queue is reading.
  const QueueId id = memory_.queue_of(burst.owner);
  const std::uint64_t position = memory_.position_at(burst.owner, queues_[id].head - 1);
  const DescriptorRead read{burst.access, position, id};
  port_.send(Message(memory_.terminal_of(burst.access.address), kPointerBytes, read), now);
}

std::string TaskCacheBase::state() const {
  std::string text = std::to_string(room_.used()) + " of " + std::to_string(config_.capacity) + " slots taken";
  for (QueueId id = 0; id < queues_.size(); ++id) {
    const Queue& queue = queues_[id];
    if (queue.stored.empty() && queue.head == queue.tail) continue;
    text += "; " + numbers_.name(id) + ": " + std::to_string(queue.shown) + " visible to the decomposer, " +
            std::to_string(queue.in_order - queue.shown) + " behind them, " + std::to_string(queue.reads_in_flight) +
            " being read, " + std::to_string(queue.tail - queue.head) + " in memory";
  }
  for (const auto& [queue, position] : unread_)
    text += "; memory could not read descriptor " + std::to_string(position) + " of " + numbers_.name(queue);
  return text;
}

void TaskCacheBase::verify() const {
  bursts_.verify("task_cache");
  if (room_.used() > config_.capacity) throw std::logic_error("task_cache: more descriptors than places");
  for (const Queue& queue : queues_) {
    if (queue.shown > config_.window) throw std::logic_error("task_cache: more tasks shown than its window holds");
    if (queue.reads_in_flight > config_.reads_in_flight) throw std::logic_error("task_cache: too many reads");
  }
}

}  // namespace scheduler
}  // namespace gantry
