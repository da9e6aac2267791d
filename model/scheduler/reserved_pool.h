// SPDX-License-Identifier: Apache-2.0
// Capacity shared by several parties, each with one reserved unit, so that a blocked party never blocks another. Used
// for the task cache's slots (by queue) and the decomposer's slots (by class).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

class ReservedPool {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Precondition: capacity >= parties.
  ReservedPool(std::uint32_t capacity, std::uint32_t parties) : shared_(capacity - parties), used_(parties, 0) {}

  /// Whether the party can take a unit: its reserved one, or a shared one.
  [[nodiscard]] bool has_room(std::size_t party) const { return used_[party] == 0 || shared_used_ < shared_; }
  /// Precondition: has_room(party).
  void take(std::size_t party) {
    if (used_[party]++ > 0) ++shared_used_;
    ++total_;
  }
  /// Precondition: the party has a unit. Shared units are returned before the reserved one.
  void give(std::size_t party) {
    if (--used_[party] > 0) --shared_used_;
    --total_;
  }
  // A shared unit that belongs to no party: no party's reserved unit is ever used for it.
  [[nodiscard]] bool has_shared() const { return shared_used_ < shared_; }
  /// Precondition: has_shared().
  void take_shared() {
    ++shared_used_;
    ++total_;
  }
  void give_shared() {
    --shared_used_;
    --total_;
  }
  /// Units that are taken, of all parties.
  [[nodiscard]] std::uint32_t used() const { return total_; }

 private:
  std::uint32_t shared_;
  std::uint32_t shared_used_ = 0;
  std::uint32_t total_ = 0;
  std::vector<std::uint32_t> used_;  ///< units by party
};

}  // namespace scheduler
}  // namespace gantry
