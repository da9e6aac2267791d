// SPDX-License-Identifier: Apache-2.0
// The timing of one memory controller as a calendar: each request is told at once when it will be accepted and when it
// will be done, so the controller needs no process of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

class MemoryController {
 public:
  struct Times {
    Cycle accepted = 0;  ///< the request occupies one of the outstanding places from here on
    Cycle begins = 0;    ///< bytes begin to move: the first are there in the cycle after it
    Cycle done = 0;      ///< last byte moved; the place can be used again in the next cycle
  };

  explicit MemoryController(const MemoryConfig& config)
      : latency_(config.latency_cycles), bytes_per_cycle_(config.bytes_per_cycle), done_(config.outstanding, 0) {}

  /// Requests are served in order of admission: accepted as soon as a place is free, `latency` cycles to the first
  /// data, then the data bus for ceil(bytes / bytes_per_cycle) cycles, one request after the other.
  Times admit(Cycle now, std::uint64_t bytes) {
    Times times;
    Cycle& place = done_[admitted_++ % done_.size()];
    times.accepted = admitted_ > done_.size() ? std::max(now, place + 1) : now;
    const Cycle transfer = ceil_div(bytes, bytes_per_cycle_);
    times.begins = std::max(times.accepted + latency_, bus_free_);
    times.done = times.begins + transfer;
    bus_free_ = times.done;
    bus_cycles_ += transfer;
    place = times.done;
    return times;
  }

  [[nodiscard]] std::uint64_t bus_cycles() const { return bus_cycles_; }

 private:
  Cycle latency_;
  std::uint64_t bytes_per_cycle_;
  std::vector<Cycle> done_;  ///< of the last `outstanding` requests, a ring
  std::uint64_t admitted_ = 0;
  Cycle bus_free_ = 0;
  std::uint64_t bus_cycles_ = 0;
};

}  // namespace platform
}  // namespace gantry
