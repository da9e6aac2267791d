// SPDX-License-Identifier: Apache-2.0
#include "pins/pinned_task_cache.h"

#include <algorithm>
#include <optional>
#include <string>

#include "gantry/base/error.h"
#include "pins/block_pins.h"

namespace gantry {

namespace task_cache_pin = pins::task_cache;

Cycle PinnedTaskCache::step(Cycle now) {
  publish_more_cached(now);
  while (inbox_.has(now)) {
    const Message message = inbox_.take();
    input(message);
    take_message(message, now);
  }
  while (links_.cache_updates.has(now)) {
    const CacheUpdate update = links_.cache_updates.take();
    pins_.input(pack(task_cache_pin::cache_updates, pins::Update(update)));
    take_update(update, now);
  }
  pins_.clock(now);
  pins_.outputs<pins::Read>(task_cache_pin::reads, now,
                            [&](const pins::Read& read) { take_read(read.message(), now); });
  pins_.outputs<pins::Head>(task_cache_pin::heads, now,
                            [&](const pins::Head& head) { take_head(head.message(), now); });
  Waiting waiting;
  for_each_bit(busy_, [&](QueueId id) { settle(id, waiting); });
  update_gauges(waiting, now);
  if (has_to_publish()) return now + 1;
  return std::min({pins_.due(), inbox_.next(), links_.cache_updates.next()});
}

void PinnedTaskCache::input(const Message& message) {
  if (message.is<Doorbell>()) {
    const auto bell = message.content<Doorbell>();
    return pins_.input(pack(task_cache_pin::doorbells, pins::Bell{bell.queue, bell.tail}));
  }
  pins_.input(pack(task_cache_pin::descriptors, pins::Descriptor(message.content<DescriptorData>(), tasks_)));
}

void PinnedTaskCache::take_head(const QueueHead& head, Cycle now) {
  const auto refuse = [&](const std::string& fault) {
    throw illegal_message("heads: task " + std::to_string(head.task) + " of queue " + std::to_string(head.queue) + ' ' +
                          fault);
  };
  if (head.queue >= queues_.size()) refuse("is of no queue");
  Queue& queue = queues_[head.queue];
  if (queue.shown == queue.in_order || queue.stored[queue.shown].task != head.task) {
    refuse("is not the next one that is there");
  }
  if (queue.shown == config_.window) refuse("is shown, and the queue shows as many as it may");
  ++queue.shown;
  links_.heads.send(head, now);
}

void PinnedTaskCache::take_read(const DescriptorRead& read, Cycle now) {
  const auto refuse = [&](const std::string& fault) {
    throw illegal_message("reads: position " + std::to_string(read.position) + " of queue " +
                          std::to_string(read.queue) + ' ' + fault);
  };
  if (read.queue >= queues_.size()) refuse("is of no queue");
  if (bursts_.full()) refuse("is asked for, and all bursts are under way");
  const Queue& queue = queues_[read.queue];
  if (read.position == queue.head) {
    if (queue.head == queue.tail) refuse("is asked for before its doorbell");
    if (queue.reads_in_flight == config_.reads_in_flight) refuse("is asked for, and all reads of it are under way");
    if (!room_.has_room(read.queue)) refuse("is asked for, and the queue has no room");
    begin_read(read.queue, now);
  }
  const auto place = static_cast<std::uint32_t>(memory_.ring_place(read.queue, read.position));
  const bool begun = read.position < queue.head && memory_.position_at(place, queue.head - 1) == read.position;
  const std::optional<Burst> burst = begun ? bursts_.next_read_of(place) : std::nullopt;
  if (!burst) refuse("is not the next, and has nothing left to ask for");
  const MemoryAccess& next = burst->access;
  if (next.address != read.access.address || next.bytes != read.access.bytes) {
    refuse("continues with " + std::to_string(next.bytes) + " bytes at " + std::to_string(next.address) + ", not " +
           std::to_string(read.access.bytes) + " at " + std::to_string(read.access.address));
  }
  send(*burst, now);
}

}  // namespace gantry
