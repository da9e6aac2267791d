// SPDX-License-Identifier: Apache-2.0
// One requester's transfers to and from global memory. It alone knows what a transfer is: it cuts it into bursts, hands
// them out one by one while fewer than the requester may have are under way, and knows when the last one is back.
// Memory and interconnect know bursts only.
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

/// A request of its own: all that a message to memory needs.
struct Burst {
  MemoryAccess access;
  std::uint32_t owner = 0;
  bool write = false;
};

class BurstWindow {
 public:
  explicit BurstWindow(const BurstRules& rules) : rules_(rules) {}

  /// `owner`: whose transfer it is; an owner has one at a time. Reads are asked for in order of their start, writes in
  /// theirs, and read and write in turn where both are left, so that both directions of a link are used.
  void start(const MemoryAccess& whole, std::uint32_t owner, bool write);
  /// A burst is left to ask for, and may be.
  [[nodiscard]] bool ready() const { return under_way_ < rules_.outstanding && has_unasked(); }
  /// Whether the first burst of a transfer that starts now could be asked for at once.
  [[nodiscard]] bool can_start() const { return under_way_ < rules_.outstanding && !has_unasked(); }
  /// As many bursts are under way as may be.
  [[nodiscard]] bool full() const { return under_way_ == rules_.outstanding; }
  /// The next burst, under way from now on. Precondition: ready().
  Burst next();
  /// The next burst of this owner's read, under way from now on, for who has an order of its own. Nothing: none is left
  /// to ask for. Precondition: not full(), and no call of next().
  std::optional<Burst> next_read_of(std::uint32_t owner);
  /// A burst of the owner's transfer has been answered. True: it was the last one.
  bool answered(std::uint32_t owner, bool write);

  /// Bursts asked for and not answered.
  [[nodiscard]] std::uint32_t under_way() const { return under_way_; }
  /// Throws std::logic_error, beginning with `name`, if more are under way than may be.
  void verify(const std::string& name) const;

 private:
  [[nodiscard]] bool has_unasked() const { return reads_.has_unasked() || writes_.has_unasked(); }

  struct Transfer {
    MemoryAccess left;            ///< not asked for yet
    std::uint32_t under_way = 0;  ///< bursts
    std::uint32_t owner = 0;
  };
  struct Direction {
    [[nodiscard]] bool has_unasked() const { return asked < transfers.size(); }
    std::vector<Transfer> transfers;  ///< in order of start; those before `asked` are asked for as a whole
    std::size_t asked = 0;
  };

  Burst take_from(Transfer& transfer, bool write);

  BurstRules rules_;
  Direction reads_;
  Direction writes_;
  bool write_next_ = false;  ///< if both have bursts left
  std::uint32_t under_way_ = 0;
};

}  // namespace scheduler
}  // namespace gantry
