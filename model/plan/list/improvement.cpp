// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/improvement.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gantry/base/random.h"
#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/windows.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

Graph reversed(const Graph& graph) {
  std::vector<Edge> edges = graph.edges();
  for (Edge& edge : edges) std::swap(edge.from, edge.to);
  return Graph(graph.times(), edges);
}

Time end_of(const Schedule& slots) {
  Time end = 0;
  for (const Slot& slot : slots) end = std::max(end, slot.finish);
  return end;
}

/// Places all tasks of a topological list in order, each where it finishes first, in gaps, too.
Schedule in_order(const ListProblem& problem, const std::vector<std::uint32_t>& list) {
  InsertionSchedule schedule(problem);
  for (const std::uint32_t task : list) {
    schedule.consider(task);
    schedule.place(best_slot(schedule, problem.times, task, [](const Slot& slot) { return slot.finish; }));
  }
  return schedule.slots();
}

constexpr std::uint64_t kSearchStream = 0x6c697374;
constexpr std::uint64_t kCycle = 200;  ///< moves in which the allowance falls from all of the makespan to nothing
constexpr std::uint64_t kRebuild = 16;
constexpr std::size_t kMostShaken = 4;  ///< tasks that go elsewhere in the list before it is rebuilt
constexpr std::uint32_t kNear = 16;     ///< distance in the list

class ListSearch {
 public:
  ListSearch(const ListProblem& problem, const Schedule& start, std::uint64_t seed)
      : problem_(problem),
        reversed_(reversed(problem.graph)),
        back_{reversed_, problem.times, problem.transfer, {}},
        tails_(windows_of(problem).tails),
        random_(seed, kSearchStream),
        place_(start.size()),
        slots_(start),
        free_(problem.times.processors()),
        last_(problem.times.processors()),
        before_(start.size()) {
    sort_list();
    makespan_ = run(0, ~Time{0});
    kept_ = slots_;
    find_chain();
  }

  Improvement improve(const ImprovementControl& control) {
    Improvement found{slots_, 0, 0};
    Time shortest = makespan_;
    for (; found.moves < control.moves && shortest > control.bound; ++found.moves) {
      // The first allowance is a quarter, so that a search with few moves stays near its start.
      const std::uint64_t left = kCycle - 1 - (found.moves + kCycle - kCycle / 4) % kCycle;
      const Time most = add(shortest, static_cast<Time>(Wide{shortest} * left / kCycle));
      if (found.moves % kRebuild == 0 ? rebuild(most, found.moves > 0) : move(most)) ++found.accepted;
      if (makespan_ >= shortest) continue;
      shortest = makespan_;
      found.schedule = slots_;
    }
    return found;
  }

 private:
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(random_below(random_, bound)); }
  [[nodiscard]] bool runs(std::uint32_t task, std::uint32_t p) const {
    return problem_.times(task, p) != TaskTimes::kCannotRun;
  }
  void number(std::size_t from, std::size_t to) {
    for (std::size_t n = from; n < to; ++n) place_[order_[n]] = static_cast<std::uint32_t>(n);
  }

  /// Sorts by start. Of tasks with equal starts those without time come first, then their successors.
  void sort_list() {
    order_ = problem_.graph.flow_order();
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(slots_[a].start, slots_[a].finish) < std::tie(slots_[b].start, slots_[b].finish);
    });
    number(0, order_.size());
  }

  /// Gives the tasks from the n-th of the list on the slots that follow from the list. The makespan; or something above
  /// `most`, as soon as it is certain that the makespan is above it.
  Time run(std::size_t from, Time most) {
    std::fill(free_.begin(), free_.end(), 0);
    Time end = 0;
    for (std::size_t n = 0; n < from; ++n) {
      const Slot& slot = slots_[order_[n]];
      free_[slot.processor] = slot.finish;
      end = std::max(end, slot.finish);
    }
    for (reached_ = from; reached_ < order_.size() && end <= most; ++reached_) {
      const std::uint32_t task = order_[reached_];
      Slot& slot = slots_[task];
      slot.start = std::max(free_[slot.processor], problem_.release(task));
      for (const std::uint32_t e : problem_.graph.in(task)) {
        slot.start = std::max(slot.start, data_comes(problem_.graph.edge(e), slot.processor));
      }
      slot.finish = add(slot.start, problem_.times(task, slot.processor));
      free_[slot.processor] = slot.finish;
      end = std::max(end, add(slot.finish, tails_[task]));
    }
    return end;
  }

  [[nodiscard]] Time data_comes(const Edge& edge, std::uint32_t processor) const {
    const Slot& from = slots_[edge.from];
    const Time far = add(from.finish, problem_.transfer.cycles(edge.bytes));
    const bool near = from.processor == processor && !problem_.transfer.everywhere;
    return near ? std::min(far, add(from.finish, problem_.near)) : far;
  }

  /// Follows the task that ends last back along its last requirements: data, or the previous task of its processor; any
  /// one of several.
  void find_chain() {
    std::fill(last_.begin(), last_.end(), kNone);
    std::uint32_t task = order_.front();
    for (const std::uint32_t next : order_) {
      before_[next] = std::exchange(last_[slots_[next].processor], next);
      if (slots_[next].finish > slots_[task].finish) task = next;
    }
    chain_.clear();
    while (task != kNone) {
      chain_.push_back(task);
      std::uint32_t found = kNone;
      std::uint32_t of = 0;
      const auto may_be = [&](std::uint32_t cause) {
        if (below(++of) == 0) found = cause;
      };
      for (const std::uint32_t e : problem_.graph.in(task)) {
        const Edge& edge = problem_.graph.edge(e);
        if (data_comes(edge, slots_[task].processor) == slots_[task].start) may_be(edge.from);
      }
      if (before_[task] != kNone && slots_[before_[task]].finish == slots_[task].start) may_be(before_[task]);
      task = found;
    }
  }

  /// Tries one move. Its result stays if it is at most `most` long.
  bool move(Time most) {
    const std::uint32_t task = chain_[below(chain_.size())];
    const std::uint32_t was = slots_[task].processor;
    const std::uint32_t place = place_[task];
    std::uint32_t to = place;
    std::uint32_t other = kNone;
    switch (below(4)) {
      case 0:
        to = another_place(task);
        break;
      case 1:
        other = another_task(task);
        break;
      case 2:
        to = another_place(task);
        [[fallthrough]];
      default:
        slots_[task].processor = another_processor(task);
    }
    if (other != kNone) std::swap(slots_[task].processor, slots_[other].processor);
    if (to == place && slots_[task].processor == was) return false;
    shift(place, to);
    const std::size_t first = other == kNone ? std::min(place, to) : std::min(place, place_[other]);
    const Time end = run(first, most);
    if (end <= most) {
      for (std::size_t n = first; n < order_.size(); ++n) kept_[order_[n]] = slots_[order_[n]];
      makespan_ = end;
      find_chain();
      return true;
    }
    for (std::size_t n = first; n < reached_; ++n) slots_[order_[n]] = kept_[order_[n]];
    slots_[task] = kept_[task];
    if (other != kNone) slots_[other] = kept_[other];
    shift(to, place);
    return false;
  }

  /// Plans the list anew from its end, and the result from its begin, independent of earlier placements.
  bool rebuild(Time most, bool shaken) {
    for (std::size_t n = shaken ? below(kMostShaken + 1) : 0; n > 0; --n) {
      const std::uint32_t task = order_[below(order_.size())];
      shift(place_[task], another_place(task));
    }
    // A shaken list is still topological; so the starts that follow from it are those of the list.
    run(0, ~Time{0});
    std::vector<std::uint32_t> list = back_.graph.flow_order();
    std::stable_sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(slots_[b].finish, slots_[b].start) < std::tie(slots_[a].finish, slots_[a].start);
    });
    const Schedule back = in_order(back_, list);
    list = problem_.graph.flow_order();
    std::stable_sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(back[b].finish, back[b].start) < std::tie(back[a].finish, back[a].start);
    });
    Schedule ahead = in_order(problem_, list);
    const bool kept = end_of(ahead) <= most;
    slots_ = kept ? std::move(ahead) : kept_;
    sort_list();
    makespan_ = run(0, ~Time{0});
    kept_ = slots_;
    find_chain();
    return kept;
  }

  /// Moves a task from one position of the list to another.
  void shift(std::uint32_t from, std::uint32_t to) {
    const auto at = [&](std::uint32_t n) { return order_.begin() + n; };
    if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
    if (to < from) std::rotate(at(to), at(from), at(from + 1));
    number(std::min(from, to), std::max(from, to) + std::size_t{1});
  }

  /// Any that can run it.
  std::uint32_t another_processor(std::uint32_t task) {
    const std::uint32_t present = slots_[task].processor;
    if (problem_.times.processors() == 1) return present;
    const std::uint32_t p = below(problem_.times.processors() - 1);
    const std::uint32_t other = p < present ? p : p + 1;
    return runs(task, other) ? other : present;
  }

  /// Between the last predecessor and the first successor; every other time near.
  std::uint32_t another_place(std::uint32_t task) {
    std::uint32_t first = 0;
    auto last = static_cast<std::uint32_t>(order_.size()) - 1;
    for (const std::uint32_t e : problem_.graph.in(task)) {
      first = std::max(first, place_[problem_.graph.edge(e).from] + 1);
    }
    for (const std::uint32_t e : problem_.graph.out(task)) {
      last = std::min(last, place_[problem_.graph.edge(e).to] - 1);
    }
    if (below(2) == 0) {
      const std::uint32_t present = place_[task];
      first = std::max(first, present - std::min(present, kNear));
      last = std::min(last, present + kNear);
    }
    return first + below(last - first + std::size_t{1});
  }

  /// Returns a task nearby in the list, on another processor, with which it can be swapped; or none.
  std::uint32_t another_task(std::uint32_t task) {
    const std::uint32_t present = place_[task];
    const std::uint32_t first = present - std::min(present, kNear);
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(order_.size(), std::size_t{present} + kNear + 1));
    const std::uint32_t other = order_[first + below(end - first)];
    const bool can = slots_[other].processor != slots_[task].processor && runs(task, slots_[other].processor) &&
                     runs(other, slots_[task].processor);
    return can ? other : kNone;
  }

  const ListProblem& problem_;
  const Graph reversed_;
  const ListProblem back_;  ///< backwards in time
  const std::vector<Time> tails_;
  RandomBits random_;
  std::vector<std::uint32_t> order_;  ///< the list
  std::vector<std::uint32_t> place_;  ///< in it, by task
  Schedule slots_;
  Schedule kept_;  ///< of the present schedule; in slots_ the one that is tried
  Time makespan_ = 0;
  std::size_t reached_ = 0;  ///< all before it in the list have their slots of the last run
  std::vector<Time> free_;
  std::vector<std::uint32_t> last_;    ///< per processor
  std::vector<std::uint32_t> before_;  ///< by task, on its processor
  std::vector<std::uint32_t> chain_;
};

}  // namespace

Improvement improve(const ListProblem& problem, const Schedule& start, const ImprovementControl& control) {
  return ListSearch(problem, start, control.seed).improve(control);
}

}  // namespace gantry::plan
