// SPDX-License-Identifier: Apache-2.0
// The timing of one memory controller as a calendar. The cycles in which a request will be accepted and done are known
// when it arrives, so the controller needs no process of its own. Cost per request: constant.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/platform/global_memory_config.h"

namespace gantry {
inline namespace platform {

class MemoryController {
  template <class>
  friend struct gantry::Archived;

 public:
  /// The timing of a request.
  struct Times {
    Cycle accepted = 0;  ///< first cycle in which the request occupies one of the `outstanding` slots
    Cycle begins = 0;    ///< cycle in which bytes begin to move; the first have arrived a cycle later
    Cycle done = 0;      ///< cycle in which the last byte has moved; the slot is free in the next cycle
  };

  explicit MemoryController(const MemoryConfig& config)
      : latency_(config.latency_cycles), bytes_per_cycle_(config.bytes_per_cycle), done_(config.outstanding, 0) {}

  /// Adds a request and returns its timing. Requests are served in the order of the calls. A request is accepted when
  /// a slot is free. `latency_cycles` later it occupies the data bus for ceil(bytes / bytes_per_cycle) cycles, one
  /// request after the other. Precondition: `now` never decreases from call to call.
  Times admit(Cycle now, std::uint64_t bytes) {
    Times times;
    Cycle& place = done_[admitted_++ % done_.size()];
    times.accepted = admitted_ > done_.size() ? std::max(now, place + 1) : now;
    const Cycle transfer = bytes_per_cycle_.time_for(bytes);
    times.begins = std::max(times.accepted + latency_, bus_free_);
    times.done = times.begins + transfer;
    bus_free_ = times.done;
    place = times.done;
    return times;
  }

 private:
  Cycle latency_;
  Speed bytes_per_cycle_;
  std::vector<Cycle> done_;  ///< `done` of the last `outstanding` requests, as a ring
  std::uint64_t admitted_ = 0;
  Cycle bus_free_ = 0;
};

}  // namespace platform
}  // namespace gantry
