// SPDX-License-Identifier: Apache-2.0
// Things that happened, told in nearly any order and taken out in order of their cycles, as soon as nothing earlier can
// be told any more. What has been taken out is forgotten.
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

/// What happened is a number below 2^55, so that an event is one word.
class EventCalendar {
 public:
  void add(Cycle at, std::uint64_t what) {
    const std::uint64_t page = at >> kPageBits;
    Open& open = open_[page % kOpen];
    std::vector<Event>* events = open.events;
    if (events == nullptr || open.page != page) {
      events = &opened(page);
      open = {page, events};
    }
    events->push_back(what << kPageBits | (at & kPageMask));
  }

  /// Calls `visit(cycle, what)` for all before `end`, rounded down to a page, in order of cycles.
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

  /// What happened, and in the low bits in which cycle of its page.
  using Event = std::uint64_t;

  /// A page that is told of, so that it need not be looked up each time.
  struct Open {
    std::uint64_t page = 0;
    std::vector<Event>* events = nullptr;
  };

  std::vector<Event>& opened(std::uint64_t page) {
    std::vector<Event>& events = pages_[page];
    if (events.capacity() == 0 && !spare_.empty()) {
      events = std::move(spare_.back());
      spare_.pop_back();
    }
    return events;
  }

  template <class Visit>
  void take_first(Visit visit) {
    const std::uint64_t page = pages_.begin()->first;
    const Cycle begin = page << kPageBits;
    std::vector<Event> events = std::move(pages_.begin()->second);
    pages_.erase(pages_.begin());
    if (open_[page % kOpen].page == page) open_[page % kOpen].events = nullptr;
    for (const Event event : sorted(events)) visit(begin + (event & kPageMask), event >> kPageBits);
    events.clear();
    spare_.push_back(std::move(events));
  }

  /// In order of cycles: by counting, since there are many in few cycles.
  const std::vector<Event>& sorted(std::vector<Event>& events) {
    if (events.size() <= kFew) {
      std::stable_sort(events.begin(), events.end(),
                       [](Event a, Event b) { return (a & kPageMask) < (b & kPageMask); });
      return events;
    }
    counts_.fill(0);
    for (const Event event : events) ++counts_[event & kPageMask];
    std::uint32_t before = 0;
    for (std::uint32_t& count : counts_) before += std::exchange(count, before);
    sorted_.resize(events.size());
    for (const Event event : events) sorted_[counts_[event & kPageMask]++] = event;
    return sorted_;
  }

  std::map<std::uint64_t, std::vector<Event>> pages_;
  std::array<Open, kOpen> open_{};
  std::vector<std::vector<Event>> spare_;
  std::vector<Event> sorted_;
  std::array<std::uint32_t, std::size_t{1} << kPageBits> counts_{};
};

}  // namespace explain
}  // namespace gantry
