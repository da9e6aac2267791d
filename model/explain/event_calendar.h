// SPDX-License-Identifier: Apache-2.0
// Calendar of past events. They are added nearly in any order, and taken in order of cycles as soon as no earlier one
// can be added. Taken events are dropped.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace explain {

/// An event is a cycle and a number below 2^55, so that it fits one word.
class EventCalendar {
 public:
  /// Precondition: `what` is below 2^55, and `at` is not before an event that was taken.
  void add(Cycle at, std::uint64_t what) {
    const std::uint64_t page = at >> kPageBits;
    const Open& open = open_[page % kOpen];
    Page& events = open.events != nullptr && open.page == page ? *open.events : look_up(page);
    if (events.count == events.slots.size()) events.enlarge();
    events.slots[events.count++] = what << kPageBits | (at & kPageMask);
  }

  /// Calls `visit(cycle, number)` for all events before `end`, which is rounded down to a multiple of 512 cycles, in
  /// order of cycles. Events of one cycle are visited in the order in which they were added.
  template <class Visit>
  void take_pages(Cycle end, Visit visit) {
    while (!pages_.empty() && pages_.begin()->first < (end >> kPageBits)) take_first(visit);
  }
  template <class Visit>
  void take_all(Visit visit) {
    while (!pages_.empty()) take_first(visit);
  }

 private:
  static constexpr unsigned kPageBits = 9;
  static constexpr Cycle kPageMask = (Cycle{1} << kPageBits) - 1;
  static constexpr std::size_t kFew = 64;
  static constexpr std::size_t kOpen = 64;

  /// The number, and in the low bits the cycle within the page.
  using Event = std::uint64_t;

  /// The events of a page, in the order in which they were added.
  struct Page {
    std::vector<Event> slots;
    std::size_t count = 0;  ///< used slots
    /// Doubles the slots. Not inlined: called once in very many events.
    [[gnu::noinline]] void enlarge() { slots.resize(slots.empty() ? kFew : 2 * slots.size()); }
  };
  /// A page in use, so that it need not be looked up for each event.
  struct Open {
    std::uint64_t page = 0;
    Page* events = nullptr;
  };

  [[gnu::noinline]] Page& look_up(std::uint64_t page) {
    Page& events = pages_[page];
    if (events.slots.empty() && !spare_.empty()) {
      events = std::move(spare_.back());
      spare_.pop_back();
    }
    open_[page % kOpen] = {page, &events};
    return events;
  }

  template <class Visit>
  void take_first(Visit visit) {
    const std::uint64_t page = pages_.begin()->first;
    const Cycle begin = page << kPageBits;
    Page events = std::move(pages_.begin()->second);
    pages_.erase(pages_.begin());
    if (open_[page % kOpen].page == page) open_[page % kOpen].events = nullptr;
    sort(events);
    for (const Event event : sorted_) visit(begin + (event & kPageMask), event >> kPageBits);
    events.count = 0;
    spare_.push_back(std::move(events));
  }

  /// Sorts a page by cycle into sorted_. A counting sort, because there are many events in few cycles.
  void sort(const Page& events) {
    const Event* const begin = events.slots.data();
    const Event* const end = begin + events.count;
    if (events.count <= kFew) {
      sorted_.assign(begin, end);
      std::stable_sort(sorted_.begin(), sorted_.end(),
                       [](Event a, Event b) { return (a & kPageMask) < (b & kPageMask); });
      return;
    }
    counts_.fill(0);
    for (const Event* event = begin; event != end; ++event) ++counts_[*event & kPageMask];
    std::uint32_t before = 0;
    for (std::uint32_t& count : counts_) before += std::exchange(count, before);
    sorted_.resize(events.count);
    for (const Event* event = begin; event != end; ++event) sorted_[counts_[*event & kPageMask]++] = *event;
  }

  std::map<std::uint64_t, Page> pages_;
  std::array<Open, kOpen> open_{};
  std::vector<Page> spare_;
  std::vector<Event> sorted_;
  std::array<std::uint32_t, std::size_t{1} << kPageBits> counts_{};
};

}  // namespace explain
}  // namespace gantry
