// SPDX-License-Identifier: Apache-2.0
// Transfers of one requester to and from global memory. It cuts a transfer into bursts, releases them one by one within
// the requester's limit, and knows when the last one is answered. Memory and interconnect know bursts only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"

namespace gantry {
inline namespace scheduler {

/// A burst: all data of its request message.
struct Burst {
  MemoryAccess access;
  std::uint32_t owner = 0;
  bool write = false;
};

class BurstWindow {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit BurstWindow(const BurstRules& rules) : rules_(rules) {}

  /// Starts a transfer. `owner`: whose it is; an owner has one at a time. Reads go in order of their start, and so do
  /// writes. Reads and writes alternate where both are left, so that both directions of a link are used. Precondition:
  /// whole.bytes > 0.
  void start(const MemoryAccess& whole, std::uint32_t owner, bool write);
  /// Whether a burst is left to request and the limit allows it.
  [[nodiscard]] bool ready() const { return under_way_ < rules_.outstanding && has_unasked(); }
  /// Whether the first burst of a transfer that starts now could be requested at once.
  [[nodiscard]] bool can_start() const { return under_way_ < rules_.outstanding && !has_unasked(); }
  /// Whether the limit of bursts in flight is reached.
  [[nodiscard]] bool full() const { return under_way_ == rules_.outstanding; }
  /// Returns the next burst, which is in flight from now on. Precondition: ready().
  Burst next();
  /// Returns the next burst of this owner's read, for requesters with an order of their own; it is in flight from now
  /// on. Nothing: none is left to request. Precondition: not full(), and next() is never called.
  std::optional<Burst> next_read_of(std::uint32_t owner);
  /// A burst of the owner's transfer was answered. Returns whether it was the last one. Throws std::logic_error if the
  /// owner has no such burst in flight.
  bool answered(std::uint32_t owner, bool write);

  /// Bursts in flight: requested and not answered.
  [[nodiscard]] std::uint32_t under_way() const { return under_way_; }
  /// Throws std::logic_error, whose text begins with `name`, if more bursts are in flight than allowed.
  void verify(const std::string& name) const;

 private:
  [[nodiscard]] bool has_unasked() const { return reads_.has_unasked() || writes_.has_unasked(); }

  struct Transfer {
    MemoryAccess left;            ///< not requested yet
    std::uint32_t under_way = 0;  ///< bursts in flight
    std::uint32_t owner = 0;
  };
  struct Direction {
    [[nodiscard]] bool has_unasked() const { return asked < transfers.size(); }
    std::vector<Transfer> transfers;  ///< in order of start; those before `asked` are requested completely
    std::size_t asked = 0;
  };

  Burst take_from(Transfer& transfer, bool write);

  BurstRules rules_;
  Direction reads_;
  Direction writes_;
  bool write_next_ = false;  ///< next direction, if both have bursts left
  std::uint32_t under_way_ = 0;
};

}  // namespace scheduler
}  // namespace gantry
