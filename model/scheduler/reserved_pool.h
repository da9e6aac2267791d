// SPDX-License-Identifier: Apache-2.0
// Places shared by several classes of which each class has one of its own, so that a blocked class never shuts out
// another (the task cache's room, the decomposer's slots).
#pragma once

#include <array>
#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

class ReservedPool {
 public:
  /// Precondition: capacity >= classes; the first `classes` task classes have a place reserved.
  ReservedPool(std::uint32_t capacity, std::uint32_t classes) : shared_(capacity - classes) {}

  [[nodiscard]] bool has_room(TaskClass c) const { return used_[index(c)] == 0 || shared_used_ < shared_; }
  void take(TaskClass c) {
    if (used_[index(c)]++ > 0) ++shared_used_;
    ++total_;
  }
  void give(TaskClass c) {
    if (--used_[index(c)] > 0) --shared_used_;
    --total_;
  }
  [[nodiscard]] std::uint32_t used() const { return total_; }
  [[nodiscard]] std::uint32_t used(TaskClass c) const { return used_[index(c)]; }

 private:
  std::uint32_t shared_;
  std::uint32_t shared_used_ = 0;
  std::uint32_t total_ = 0;
  std::array<std::uint32_t, kTaskClasses> used_{};
};

}  // namespace scheduler
}  // namespace gantry
