// SPDX-License-Identifier: Apache-2.0
// A task cache whose decisions are those of a backend behind its pins: it passes messages on, and keeps stamps and
// counters by what they say. The order in which descriptors of one queue are read, shown and taken is fixed; the
// backend decides when, and of which queue.
#pragma once

#include "gantry/scheduler/task_cache_base.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedTaskCache final : public TaskCacheBase {
 public:
  /// `backend` outlives it.
  PinnedTaskCache(const TaskCacheParts& parts, PinBackend& backend) : TaskCacheBase(parts), pins_(backend) {}

  [[nodiscard]] bool may_skip() const override { return false; }

 protected:
  Cycle step(Cycle now) override;

 private:
  void input(const Message& message);
  void take_head(const QueueHead& head, Cycle now);
  void take_read(const DescriptorRead& read, Cycle now);

  PinExchange pins_;
};

}  // namespace gantry
