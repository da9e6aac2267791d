// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/task_cache.h"

#include <algorithm>

namespace gantry {
inline namespace scheduler {

[[gnu::flatten]] Cycle TaskCache::step(Cycle now) {
  publish_more_cached(now);
  while (inbox_.has(now)) take_message(inbox_.take(), now);
  while (links_.cache_updates.has(now)) take_update(links_.cache_updates.take(), now);
  read_ahead(now);
  if (bursts_.ready()) send(bursts_.next(), now);

  bool more = bursts_.ready();
  Waiting waiting;
  for_each_bit(busy_, [&](QueueId id) {
    show(id, now);
    more = more || may_show(queues_[id]);
    settle(id, waiting);
  });
  update_gauges(waiting, now);
  more = more || (waiting.burst && bursts_.can_start()) || has_to_publish();
  return more ? now + 1 : std::min(inbox_.next(), links_.cache_updates.next());
}

bool TaskCache::may_show(const Queue& queue) const {
  return queue.shown < config_.window && queue.shown < queue.in_order;
}

/// Shows one task per queue and cycle.
void TaskCache::show(QueueId id, Cycle now) {
  Queue& queue = queues_[id];
  if (may_show(queue)) links_.heads.send({id, queue.stored[queue.shown++].task}, now);
}

bool TaskCache::wants_read(QueueId id) const {
  const Queue& queue = queues_[id];
  return queue.head != queue.tail && queue.reads_in_flight < config_.reads_in_flight && room_.has_room(id);
}

/// Begins at most one read per cycle. The first burst of the read leaves in the same cycle.
void TaskCache::read_ahead(Cycle now) {
  if (!bursts_.can_start() || is_empty(busy_)) return;
  const auto count = static_cast<QueueId>(queues_.size());
  QueueId id = next_queue_;
  for (std::uint32_t i = 0; i < count; ++i) {
    const QueueId next = id + 1 == count ? 0 : id + 1;
    if (wants_read(id)) {
      begin_read(id, now);
      next_queue_ = next;
      return;
    }
    id = next;
  }
}

}  // namespace scheduler
}  // namespace gantry
