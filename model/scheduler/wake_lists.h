// SPDX-License-Identifier: Apache-2.0
// Lists of the tasks that wait for each unfinished task, and the wake-ups that they have led to and that are not
// delivered yet. A list is in the order in which its tasks were counted; a completion appends the complete list to the
// wake-ups. In hardware: a memory of linked items, with the ends of a list per task of the completion window. Both
// steps, append and deliver, take constant time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/as_index.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

/// What a task waits for: another one that is done, or one that is released (planned before it).
enum class Condition : std::uint8_t { done, released };

class WakeLists {
  template <class>
  friend struct gantry::Archived;

 public:
  /// A condition of `task` that has become true: of the task with this host number.
  struct WakeUp {
    TaskRef task = kNone;
    Condition condition = Condition::done;
    std::uint64_t number = 0;
  };

  /// `window`: no two numbers that are waited for at a time are this far apart, or further.
  explicit WakeLists(std::uint32_t window) : window_(window), lists_(2 * std::size_t{window}) {}

  /// Lets a task wait for another one.
  void wait(const WakeUp& for_what) {
    const std::uint32_t item = take_item();
    items_[item] = {for_what, kNone};
    append(list(for_what.condition, for_what.number), item, item);
  }
  /// Appends all that wait for this condition of the task to the wake-ups.
  void met(Condition condition, std::uint64_t number) {
    List& of = list(condition, number);
    if (of.first == kNone) return;
    for (std::uint32_t item = of.first; item != kNone; item = items_[item].next) ++due_count_;
    append(due_, of.first, of.last);
    of = {};
  }
  /// Number of wake-ups to be delivered.
  [[nodiscard]] std::size_t due() const { return due_count_; }
  /// Removes and returns the oldest. Precondition: due() > 0.
  WakeUp take() {
    const std::uint32_t item = due_.first;
    due_.first = items_[item].next;
    if (due_.first == kNone) due_.last = kNone;
    --due_count_;
    items_[item].next = free_;
    free_ = item;
    return items_[item].what;
  }

 private:
  struct Item {
    WakeUp what;
    std::uint32_t next = kNone;
  };
  struct List {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };

  List& list(Condition condition, std::uint64_t number) {
    return lists_[2 * as_index(number % window_) + static_cast<std::size_t>(condition)];
  }
  std::uint32_t take_item() {
    if (free_ == kNone) {
      items_.emplace_back();
      return static_cast<std::uint32_t>(items_.size() - 1);
    }
    const std::uint32_t item = free_;
    free_ = items_[item].next;
    return item;
  }
  void append(List& to, std::uint32_t first, std::uint32_t last) {
    (to.first == kNone ? to.first : items_[to.last].next) = first;
    to.last = last;
  }

  std::uint64_t window_;
  std::vector<List> lists_;
  std::vector<Item> items_;
  std::uint32_t free_ = kNone;
  List due_;
  std::size_t due_count_ = 0;
};

}  // namespace scheduler
}  // namespace gantry
