// SPDX-License-Identifier: Apache-2.0
// Times in which faults of the interconnect kept messages about tasks and jobs from their destinations.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/network/packet_record.h"

namespace gantry {
inline namespace explain {

class MessageHolds {
 public:
  MessageHolds() = default;
  explicit MessageHolds(std::vector<PacketHold> holds);

  [[nodiscard]] bool empty() const { return holds_.empty(); }
  /// Calls `visit(from, until)` for each interval within [from, to) in which a message about `subject` was held, the
  /// last one first. The intervals do not overlap or touch.
  template <class Visit>
  void for_each_backwards(PacketSubject subject, Cycle from, Cycle to, Visit visit) const {
    const auto key = [](const PacketHold& hold) { return std::tuple(hold.subject.task, hold.subject.job, hold.from); };
    auto at = std::partition_point(holds_.begin(), holds_.end(), [&](const PacketHold& hold) {
      return key(hold) < std::tuple(subject.task, subject.job, to);
    });
    while (at != holds_.begin()) {
      --at;
      if (at->subject.task != subject.task || at->subject.job != subject.job || at->until <= from) return;
      visit(std::max(at->from, from), std::min(at->until, to));
    }
  }

 private:
  std::vector<PacketHold> holds_;  ///< by task, job and cycle
};

}  // namespace explain
}  // namespace gantry
