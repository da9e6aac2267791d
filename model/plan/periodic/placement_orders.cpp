// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/placement_orders.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "gantry/plan/periodic/buckets.h"
#include "gantry/plan/periodic/frame.h"

namespace gantry::plan {
namespace {

using Processors = std::vector<std::uint32_t>;

std::vector<Frame> empty_frames(const Copies& copies, const Processors& processor) {
  std::vector<Time> load(*std::max_element(processor.begin(), processor.end()) + std::size_t{1});
  for (std::uint32_t c = 0; c < copies.size(); ++c) load[processor[c]] += copies.time(c);
  std::vector<Frame> frames;
  frames.reserve(load.size());
  for (const Time all : load) frames.emplace_back(copies.period(), all);
  return frames;
}

std::vector<std::uint32_t> longest_first(const Copies& copies) {
  std::vector<std::uint32_t> order(copies.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return copies.time(a) > copies.time(b); });
  return order;
}

/// The copies forwards, or with time and edges reversed: `before` are the successors then, and positions count from the
/// end of a period. Copies without time occupy nothing, and begin within the period.
class Direction {
 public:
  Direction(const Copies& copies, bool reversed) : copies_(copies), reversed_(reversed) {}

  template <class Visit>
  void before(std::uint32_t copy, Visit visit) const {
    reversed_ ? copies_.after(copy, visit) : copies_.before(copy, visit);
  }
  template <class Visit>
  void after(std::uint32_t copy, Visit visit) const {
    reversed_ ? copies_.before(copy, visit) : copies_.after(copy, visit);
  }
  /// Position at which the copy begins, seen in this direction.
  template <class Room>
  Time place(std::uint32_t copy, Time ready, Room& room) const {
    const Time time = copies_.time(copy);
    if (time == 0) return reversed_ ? std::max<Time>(ready, 1) : ready;
    return room.place(time, ready);
  }
  [[nodiscard]] Time start(std::uint32_t copy, Time position) const {
    return reversed_ ? copies_.period() - position - copies_.time(copy) : position;
  }

 private:
  const Copies& copies_;
  bool reversed_;
};

/// When a copy may begin: the position is in period number `stage`.
using StageTime = std::pair<std::uint64_t, Time>;

/// Repeatedly places the copy that can begin first on its processor.
template <class Room>
std::vector<Time> place_in_order(const Copies& copies, const Processors& processor, std::vector<Room> rooms,
                                 Time margin, bool reversed) {
  const Direction direction(copies, reversed);
  std::vector<Time> start(copies.size());
  std::vector<StageTime> able(copies.size());
  std::vector<std::uint32_t> waiting(copies.size());
  using Candidate = std::pair<StageTime, std::uint32_t>;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> ready;
  for (std::uint32_t c = 0; c < copies.size(); ++c) {
    direction.before(c, [&](std::uint32_t, const Copies::Lag&) { ++waiting[c]; });
    if (waiting[c] == 0) ready.push({able[c], c});
  }
  while (!ready.empty()) {
    const std::uint32_t copy = ready.top().second;
    ready.pop();
    const Time position = direction.place(copy, able[copy].second, rooms[processor[copy]]);
    start[copy] = direction.start(copy, position);
    const std::uint64_t stage = able[copy].first + (position < able[copy].second ? 1 : 0);
    direction.after(copy, [&](std::uint32_t to, const Copies::Lag& lag) {
      const bool apart = processor[to] != processor[copy];
      const Time arrival = position + copies.time(copy) + (apart ? lag.rest + margin : 0);
      const StageTime needed = {add(stage, (apart ? lag.periods : 0) + arrival / copies.period()),
                                arrival % copies.period()};
      able[to] = std::max(able[to], needed);
      if (--waiting[to] == 0) ready.push({able[to], to});
    });
  }
  return start;
}

PeriodicSchedule place_in_frames(const Copies& copies, const Processors& processor, bool reversed) {
  PeriodicSchedule schedule{
      processor, place_in_order(copies, processor, empty_frames(copies, processor), 0, reversed), {}};
  retime(copies, schedule);
  return schedule;
}

/// Returns the start times of a processor's copies one after the other, in order of their positions, which may overlap.
std::vector<Time> packed(const Copies& copies, const Processors& processor, const std::vector<Time>& position) {
  std::vector<std::uint32_t> order(copies.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return position[a] < position[b]; });
  std::vector<Time> free(*std::max_element(processor.begin(), processor.end()) + std::size_t{1});
  std::vector<Time> start = position;
  for (const std::uint32_t copy : order) {
    if (copies.time(copy) == 0) continue;
    start[copy] = free[processor[copy]];
    free[processor[copy]] += copies.time(copy);
  }
  return start;
}

}  // namespace

PeriodicSchedule place_earliest_first(const Copies& copies, const Processors& processor) {
  return place_in_frames(copies, processor, false);
}

PeriodicSchedule place_latest_first(const Copies& copies, const Processors& processor) {
  return place_in_frames(copies, processor, true);
}

PeriodicSchedule place_in_spans(const Copies& copies, const Processors& processor, std::uint32_t spans, Time margin,
                                bool latest) {
  const std::size_t processors = *std::max_element(processor.begin(), processor.end()) + std::size_t{1};
  const std::vector<Buckets> empty(processors, Buckets(copies.period(), spans));
  PeriodicSchedule schedule{
      processor, packed(copies, processor, place_in_order(copies, processor, empty, margin, latest)), {}};
  retime(copies, schedule);
  return schedule;
}

PeriodicSchedule adjust_by_key_nodes(const Copies& copies, const Processors& processor,
                                     std::vector<KeyNodeStep>* steps) {
  const Direction back(copies, true);
  PeriodicSchedule schedule{processor, std::vector<Time>(copies.size()), {}};
  std::vector<Frame> frames = empty_frames(copies, processor);
  std::vector<bool> placed(copies.size());
  std::vector<Time> begin(copies.size());  ///< counted back from the period's end: of the copy's first cycle
  std::deque<std::uint32_t> queue;
  const auto place = [&](std::uint32_t copy, Time ready, std::optional<std::uint32_t> before) {
    placed[copy] = true;
    if (steps != nullptr) steps->push_back({copy, before});
    const Time position = back.place(copy, ready, frames[processor[copy]]);
    schedule.start[copy] = back.start(copy, position);
    begin[copy] = position + copies.time(copy);
    queue.push_back(copy);
  };
  std::vector<std::pair<std::uint32_t, Time>> predecessors;  ///< and where they should end, counted back
  for (const std::uint32_t key : longest_first(copies)) {
    if (!placed[key]) place(key, 0, std::nullopt);
    while (!queue.empty()) {
      const std::uint32_t copy = queue.front();
      queue.pop_front();
      predecessors.clear();
      copies.before(copy, [&](std::uint32_t from, const Copies::Lag& lag) {
        const Time rest = processor[from] == processor[copy] ? 0 : lag.rest;
        if (!placed[from]) predecessors.emplace_back(from, (begin[copy] + rest) % copies.period());
      });
      std::sort(predecessors.begin(), predecessors.end(), [&](const auto& a, const auto& b) {
        const Time time_a = copies.time(a.first);
        const Time time_b = copies.time(b.first);
        return time_a != time_b ? time_a > time_b : a.first < b.first;
      });
      for (const auto& [from, ready] : predecessors) place(from, ready, copy);
    }
  }
  retime(copies, schedule);
  return schedule;
}

}  // namespace gantry::plan
