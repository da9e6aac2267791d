// SPDX-License-Identifier: Apache-2.0
// Which of the picker's entries (places in the pending sets) are free.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace gantry {
inline namespace scheduler {

class EntryPool {
 public:
  explicit EntryPool(std::uint32_t entries) : entries_(entries) {
    for (std::uint32_t entry = entries; entry > 0; --entry) free_.push_back(entry - 1);
  }

  [[nodiscard]] bool empty() const { return free_.empty(); }
  [[nodiscard]] std::uint32_t taken() const { return entries_ - static_cast<std::uint32_t>(free_.size()); }
  /// The lowest free entry. Precondition: not empty.
  std::uint32_t take() {
    const std::uint32_t entry = free_.back();
    free_.pop_back();
    return entry;
  }
  void give(std::uint32_t entry) {
    free_.insert(std::lower_bound(free_.begin(), free_.end(), entry, std::greater<>()), entry);
  }
  [[nodiscard]] const std::vector<std::uint32_t>& free() const { return free_; }

 private:
  std::uint32_t entries_;
  std::vector<std::uint32_t> free_;  ///< in descending order
};

}  // namespace scheduler
}  // namespace gantry
