// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/prologue_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gantry/base/random.h"
#include "gantry/plan/periodic/processor_orders.h"

namespace gantry::plan {
namespace {

/// Smaller is better; the second number distinguishes orders with the same prologue.
using Score = std::pair<std::uint64_t, std::uint64_t>;

class Search {
 public:
  Search(const Copies& copies, const std::vector<PeriodicSchedule>& first, std::uint32_t processors,
         const SearchLimits& limits);
  SearchResult run(std::uint64_t enough);

 private:
  struct Moved {
    std::uint32_t copy;
    std::uint32_t processor;
    std::uint32_t place;
  };

  void restart();
  bool change();
  void undo();
  void accept();
  bool worth(const Score& score);
  void move(std::uint32_t copy, std::uint32_t processor, std::uint32_t place);
  void move_near(std::uint32_t copy, std::uint32_t processor, Time start);
  void move_anywhere(std::uint32_t copy);
  void swap(std::uint32_t a, std::uint32_t b);
  bool change_processor(const LateEdge& edge);
  void end_before(const LateEdge& edge);
  void begin_behind(const LateEdge& edge);
  std::uint64_t below(std::uint64_t bound) { return random_below(random_, bound); }
  [[nodiscard]] Score score() const { return {orders_.max_retiming(), orders_.critical_copies()}; }

  const Copies& copies_;
  const std::vector<PeriodicSchedule>& first_;
  bool reassign_;
  std::uint32_t processors_;
  SearchLimits limits_;
  RandomBits random_;
  ProcessorOrders orders_;
  std::vector<Moved> log_;                ///< where copies were before this change
  std::optional<std::uint32_t> toggled_;  ///< copy whose urgency this change has toggled
  Score now_;
  std::vector<LateEdge> late_;  ///< of the orders accepted last
  std::vector<Time> start_;
  SearchResult best_;
  Score best_score_;
  std::size_t next_first_ = 0;
  std::uint64_t idle_ = 0;  ///< rounds since the best or a restart
};

std::uint32_t processors_of(const std::vector<PeriodicSchedule>& first, std::uint32_t processors) {
  if (processors != 0) return processors;
  return *std::max_element(first[0].processor.begin(), first[0].processor.end()) + 1;
}

Search::Search(const Copies& copies, const std::vector<PeriodicSchedule>& first, std::uint32_t processors,
               const SearchLimits& limits)
    : copies_(copies),
      first_(first),
      reassign_(processors != 0),
      processors_(processors_of(first, processors)),
      limits_(limits),
      random_(limits.seed, 0),
      orders_(copies, processors_) {
  best_score_ = {~std::uint64_t{0}, 0};
  for (const PeriodicSchedule& schedule : first) {
    PeriodicSchedule timed = schedule;
    put_between(copies, timed);
    const std::uint64_t retiming = retime(copies, timed);
    if (retiming >= best_score_.first) continue;
    best_score_ = {retiming, copies.size()};
    best_.schedule = std::move(timed);
  }
}

void Search::accept() {
  now_ = score();
  late_ = orders_.late_edges();
  start_ = orders_.schedule().start;
  if (now_ < best_score_) {
    best_.schedule = orders_.schedule();
    best_score_ = now_;
    idle_ = 0;
  }
}

void Search::restart() {
  // Each start is tried in turn, then the best so far, and so on.
  if (next_first_ < first_.size()) {
    orders_.take(first_[next_first_++]);
  } else {
    orders_.take(best_.schedule);
    next_first_ = 0;
  }
  orders_.decode();
  idle_ = 0;
  accept();
}

void Search::move(std::uint32_t copy, std::uint32_t processor, std::uint32_t place) {
  log_.push_back({copy, orders_.processor(copy), orders_.place(copy)});
  orders_.move(copy, processor, place);
}

void Search::undo() {
  for (auto moved = log_.rbegin(); moved != log_.rend(); ++moved) {
    orders_.move(moved->copy, moved->processor, moved->place);
  }
  if (toggled_) orders_.toggle_hurry(*toggled_);
}

/// Moves the copy to the first position at which earlier copies leave it that start, if it takes the processor's gap.
void Search::move_near(std::uint32_t copy, std::uint32_t processor, Time start) {
  Time head = orders_.processor(copy) == processor ? orders_.gap(processor) : 0;
  std::uint32_t place = 0;
  for (const std::uint32_t other : orders_.sequence(processor)) {
    if (other == copy) continue;
    if (head >= start) break;
    head += copies_.time(other);
    ++place;
  }
  move(copy, processor, place);
}

void Search::move_anywhere(std::uint32_t copy) {
  const std::uint32_t processor = orders_.processor(copy);
  move(copy, processor, static_cast<std::uint32_t>(below(orders_.sequence(processor).size())));
}

void Search::swap(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t processor_a = orders_.processor(a);
  const std::uint32_t processor_b = orders_.processor(b);
  const std::uint32_t place_a = orders_.place(a);
  const std::uint32_t place_b = orders_.place(b);
  if (processor_a == processor_b && place_a > place_b) {
    swap(b, a);
    return;
  }
  // b first: on the same processor a precedes it and keeps its position until then
  move(b, processor_a, place_a);
  move(a, processor_b, place_b);
}

/// Late `to`: behind the time at which it could begin.
void Search::begin_behind(const LateEdge& edge) {
  const Time arrival = start_[edge.from] + copies_.time(edge.from) + edge.rest;
  move_near(edge.to, orders_.processor(edge.to), arrival % copies_.period());
}

/// Late `from`: so early that it ends before `to` begins.
void Search::end_before(const LateEdge& edge) {
  const Time needed = copies_.time(edge.from) + edge.rest;
  Time begin = start_[edge.to];
  while (begin < needed) begin += copies_.period();
  begin = (begin - needed) % copies_.period();
  const std::uint32_t processor = orders_.processor(edge.from);
  Time head = 0;
  std::uint32_t place = 0;
  for (const std::uint32_t other : orders_.sequence(processor)) {
    if (other == edge.from) continue;
    if (head + copies_.time(other) > begin) break;
    head += copies_.time(other);
    ++place;
  }
  move(edge.from, processor, place);
}

bool Search::change_processor(const LateEdge& edge) {
  const bool first = below(2) == 0;
  const std::uint32_t copy = first ? edge.from : edge.to;
  const std::uint32_t other = first ? edge.to : edge.from;
  const bool beside = below(2) == 0 && orders_.processor(copy) != orders_.processor(other);
  const std::uint32_t target = beside ? orders_.processor(other) : static_cast<std::uint32_t>(below(processors_));
  const std::uint32_t own = orders_.processor(copy);
  if (target == own) return false;
  if (copies_.time(copy) <= copies_.period() - orders_.load(target)) {
    const auto& sequence = orders_.sequence(target);
    if (below(2) == 0) {
      move_near(copy, target, start_[copy]);
    } else {
      move(copy, target, static_cast<std::uint32_t>(below(sequence.size() + 1)));
    }
    return true;
  }
  const auto& sequence = orders_.sequence(target);
  if (sequence.empty()) return false;
  const std::uint32_t partner = sequence[below(sequence.size())];
  const Time time = copies_.time(copy);
  const Time back = copies_.time(partner);
  if (orders_.load(target) - back + time > copies_.period() || orders_.load(own) - time + back > copies_.period()) {
    return false;
  }
  swap(copy, partner);
  return true;
}

/// Tries something else in the orders; false if it came to nothing.
bool Search::change() {
  log_.clear();
  toggled_.reset();
  const LateEdge edge = late_[below(late_.size())];
  if (reassign_ && below(3) == 0) return change_processor(edge);
  const std::uint32_t copy = below(2) == 0 ? edge.from : edge.to;
  if (copies_.time(copy) == 0) return false;
  const auto& sequence = orders_.sequence(orders_.processor(copy));
  switch (below(4)) {
    case 0:
    case 1:
      copy == edge.to ? begin_behind(edge) : end_before(edge);
      return true;
    case 2:
      move_anywhere(copy);
      return true;
    default:
      break;
  }
  const std::uint32_t other = sequence[below(sequence.size())];
  if (other != copy && below(2) == 0) {
    swap(copy, other);
  } else {
    toggled_ = other;
    orders_.toggle_hurry(other);
  }
  return true;
}

/// Better and equal orders, and now and then one that is a little worse.
bool Search::worth(const Score& score) {
  if (score <= now_) return true;
  if (score.first == now_.first) return score.second <= now_.second + 2 + now_.second / 64 && below(8) == 0;
  return score.first == now_.first + 1 && below(64) == 0;
}

SearchResult Search::run(std::uint64_t enough) {
  const std::uint64_t edges = copies_.graph().edges().size() * std::uint64_t{copies_.unroll()};
  const std::uint64_t per_round = 4 * (copies_.size() + edges) + 1;
  const std::uint64_t rounds = std::min(limits_.rounds, limits_.work / per_round);
  const std::uint64_t patience = 200 + 2 * std::uint64_t{copies_.size()};
  // all the starts as orders first: which is best when decoded?
  while (best_score_.first > enough && next_first_ < first_.size() && best_.rounds < rounds) {
    restart();
    ++best_.rounds;
  }
  if (best_score_.first > enough && best_.rounds < rounds) restart();
  for (; best_.rounds < rounds && best_score_.first > enough; ++best_.rounds) {
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) break;
    if (limits_.progress && best_.rounds % 64 == 0) limits_.progress(best_.rounds, rounds, best_score_.first);
    if (++idle_ > patience) restart();
    if (!change()) continue;
    orders_.decode();
    if (worth(score())) {
      accept();
    } else {
      undo();
    }
  }
  best_.max_retiming = retime(copies_, best_.schedule);
  return best_;
}

}  // namespace

SearchResult search_prologue(const Copies& copies, const std::vector<PeriodicSchedule>& first, std::uint32_t processors,
                             std::uint64_t enough, const SearchLimits& limits) {
  return Search(copies, first, processors, limits).run(enough);
}

}  // namespace gantry::plan
