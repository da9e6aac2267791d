// SPDX-License-Identifier: Apache-2.0
// A task cache whose decisions a backend behind pins makes. It passes messages on, and derives stamps and counters from
// them. Within a queue, descriptors are read, shown and taken in a fixed order. The backend decides when, and for which
// queue.
#pragma once

#include "gantry/scheduler/task_cache_base.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedTaskCache final : public TaskCacheBase {
 public:
  /// `backend` must outlive it.
  PinnedTaskCache(const TaskCacheParts& parts, PinBackend& backend) : TaskCacheBase(parts), pins_(backend) {}

  [[nodiscard]] bool may_skip() const override { return false; }
  bool archive(Archive& state) override;

 protected:
  Cycle step(Cycle now) override;

 private:
  void input(const Message& message);
  void take_head(const QueueHead& head, Cycle now);
  void take_read(const DescriptorRead& read, Cycle now);

  PinExchange pins_;
};

}  // namespace gantry
