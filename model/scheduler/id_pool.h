// SPDX-License-Identifier: Apache-2.0
// Pool of numbers from 0, the lowest free one first: task ids, registers, picker entries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gantry/base/bits.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

class IdPool {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit IdPool(std::uint32_t ids) : ids_(ids), free_(make_bit_set(ids)) {
    for (std::uint32_t id = 0; id < ids; ++id) set_bit(free_, id);
  }

  [[nodiscard]] bool has_free() const { return used_ < ids_; }
  /// Count of the numbers that are taken.
  [[nodiscard]] std::uint32_t used() const { return used_; }
  /// Removes and returns the lowest free number. Precondition: has_free().
  std::uint32_t take() {
    while (free_[lowest_word_] == 0) ++lowest_word_;
    const auto id = static_cast<std::uint32_t>(lowest_word_ * 64 + lowest_bit(free_[lowest_word_]));
    clear_bit(free_, id);
    ++used_;
    return id;
  }
  [[nodiscard]] const BitSet& free() const { return free_; }
  /// Returns a number to the pool. Precondition: it is taken.
  void give(std::uint32_t id) {
    set_bit(free_, id);
    lowest_word_ = std::min<std::size_t>(lowest_word_, id / 64);
    --used_;
  }

 private:
  std::uint32_t ids_;
  std::uint32_t used_ = 0;
  BitSet free_;
  std::size_t lowest_word_ = 0;  ///< no earlier word has a free number
};

}  // namespace scheduler
}  // namespace gantry
