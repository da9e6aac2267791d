// SPDX-License-Identifier: Apache-2.0
// Completion state of tasks in the state monitor: the bits "registered" and "done" for a window of host numbers from
// the oldest task on that is not done, or not known to be done yet. All tasks before it are done, and none beyond the
// window is submitted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gantry/base/as_index.h"
#include "gantry/base/bits.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

class CompletionBits {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit CompletionBits(std::uint32_t window)
      : window_(window), done_(make_bit_set(window)), registered_(make_bit_set(window)) {}

  /// Host number of the first task of the window. It is the oldest unfinished one unless is_behind().
  [[nodiscard]] std::uint64_t oldest() const { return oldest_; }
  [[nodiscard]] bool is_behind() const { return test_bit(done_, place(oldest_)); }
  // Both are true for every number before oldest(), and false beyond the window.
  [[nodiscard]] bool done(std::uint64_t number) const { return holds(done_, number); }
  [[nodiscard]] bool registered(std::uint64_t number) const { return holds(registered_, number); }

  /// Precondition, also of set_done: oldest() <= number < oldest() + window.
  void set_registered(std::uint64_t number) { set_bit(registered_, place(number)); }
  void set_done(std::uint64_t number) { set_bit(done_, place(number)); }

  /// Moves the window on over one task that is done. Precondition: is_behind().
  void retire() {
    clear_bit(done_, place(oldest_));
    clear_bit(registered_, place(oldest_));
    ++oldest_;
  }

 private:
  [[nodiscard]] std::size_t place(std::uint64_t number) const { return as_index(number % window_); }
  [[nodiscard]] bool holds(const BitSet& bits, std::uint64_t number) const {
    if (number < oldest_) return true;
    return number - oldest_ < window_ && test_bit(bits, place(number));
  }

  std::uint64_t window_;
  BitSet done_;
  BitSet registered_;
  std::uint64_t oldest_ = 0;
};

}  // namespace scheduler
}  // namespace gantry
