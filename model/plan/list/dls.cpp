// SPDX-License-Identifier: Apache-2.0
// dls (Sih, Lee 1993): of all ready tasks and processors, the pair with the highest dynamic level: the task's static
// level, minus its earliest start there, plus the advantage of the processor over the median one. No insertion. Ties go
// to the earlier task, then the lower processor.
#include <algorithm>
#include <optional>
#include <tuple>

#include "gantry/plan/list/insertion.h"
#include "gantry/plan/list/ranks.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

/// Median over the processors that can run it; of two in the middle the smaller.
Time middle_time(const TaskTimes& times, std::uint32_t task) {
  if (times.alike()) return times(task, 0);
  std::vector<Time> able;
  for (std::uint32_t p = 0; p < times.processors(); ++p) {
    if (times(task, p) != TaskTimes::kCannotRun) able.push_back(times(task, p));
  }
  const auto middle = able.begin() + static_cast<std::ptrdiff_t>((able.size() - 1) / 2);
  std::nth_element(able.begin(), middle, able.end());
  return *middle;
}

/// Returns the longest path from the begin of each task to the end of the graph at median times, without transfers.
std::vector<Time> static_levels(const Graph& graph, const std::vector<Time>& middle) {
  std::vector<Time> levels(graph.tasks());
  const std::vector<std::uint32_t>& order = graph.flow_order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    Time longest = 0;
    for (const std::uint32_t e : graph.out(*at)) longest = std::max(longest, levels[graph.edge(e).to]);
    levels[*at] = add(middle[*at], longest);
  }
  return levels;
}

/// Candidates of one processor. A ready task is in two heaps until its data arrive, then in a third: by arrival, to
/// find it when it arrives; by level minus arrival; and by level alone, from which the cycle in which the processor is
/// free is subtracted for all alike.
class ReadyAt {
 public:
  struct Entry {
    SignedWide level = 0;  ///< below zero where tasks start late
    std::uint32_t task = 0;
    Time arrival = 0;
  };

  void offer(const Entry& entry) {
    push(coming_, entry, later);
    push(early_, {entry.level - SignedWide{entry.arrival}, entry.task, entry.arrival}, lower);
  }

  /// The best of those that are not taken, with its dynamic level, on the processor that is free from `from` on, which
  /// never comes back to an earlier cycle.
  std::optional<Entry> best(Time from, const std::vector<bool>& taken) {
    while (!coming_.empty() && coming_.front().arrival <= from) push(here_, pop(coming_, later), lower);
    while (!here_.empty() && taken[here_.front().task]) pop(here_, lower);
    while (!early_.empty() && (taken[early_.front().task] || early_.front().arrival <= from)) pop(early_, lower);
    std::optional<Entry> found;
    if (!here_.empty()) found = Entry{here_.front().level - SignedWide{from}, here_.front().task, from};
    if (!early_.empty() && (!found || lower(*found, early_.front()))) found = early_.front();
    return found;
  }

  /// Forgets those that are taken.
  void tidy(const std::vector<bool>& taken) {
    const auto drop = [&](std::vector<Entry>& heap, auto before) {
      heap.erase(std::remove_if(heap.begin(), heap.end(), [&](const Entry& entry) { return taken[entry.task]; }),
                 heap.end());
      std::make_heap(heap.begin(), heap.end(), before);
    };
    drop(coming_, later);
    drop(early_, lower);
    drop(here_, lower);
  }

 private:
  static bool later(const Entry& a, const Entry& b) {
    return std::tie(a.arrival, a.task) > std::tie(b.arrival, b.task);
  }
  static bool lower(const Entry& a, const Entry& b) { return a.level != b.level ? a.level < b.level : a.task > b.task; }

  template <class Before>
  static void push(std::vector<Entry>& heap, const Entry& entry, Before before) {
    heap.push_back(entry);
    std::push_heap(heap.begin(), heap.end(), before);
  }
  template <class Before>
  static Entry pop(std::vector<Entry>& heap, Before before) {
    std::pop_heap(heap.begin(), heap.end(), before);
    const Entry entry = heap.back();
    heap.pop_back();
    return entry;
  }

  std::vector<Entry> coming_;
  std::vector<Entry> early_;
  std::vector<Entry> here_;
};

class DynamicLevels {
 public:
  explicit DynamicLevels(const ListProblem& problem)
      : problem_(problem),
        slots_(problem.graph.tasks()),
        ready_(problem.times.processors()),
        free_(problem.times.processors()),
        waiting_(problem.graph.tasks()),
        taken_(problem.graph.tasks()) {
    for (std::uint32_t t = 0; t < problem.graph.tasks(); ++t) middle_.push_back(middle_time(problem.times, t));
    levels_ = static_levels(problem.graph, middle_);
  }

  Schedule run() {
    const Graph& graph = problem_.graph;
    for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
      waiting_[t] = static_cast<std::uint32_t>(graph.in(t).size());
      if (waiting_[t] == 0) offer(t);
    }
    for (std::uint32_t placed = 0; placed < graph.tasks(); ++placed) {
      const std::uint32_t task = place_best();
      for (const std::uint32_t e : graph.out(task)) {
        if (--waiting_[graph.edge(e).to] == 0) offer(graph.edge(e).to);
      }
    }
    return std::move(slots_);
  }

 private:
  void offer(std::uint32_t task) {
    data_arrivals(problem_, slots_, task, arrival_);
    for (std::uint32_t p = 0; p < ready_.size(); ++p) {
      const Time time = problem_.times(task, p);
      if (time == TaskTimes::kCannotRun) continue;
      ready_[p].offer({SignedWide{levels_[task]} + SignedWide{middle_[task]} - SignedWide{time}, task, arrival_[p]});
    }
    ++offered_;
  }

  std::uint32_t place_best() {
    std::optional<ReadyAt::Entry> best;
    std::uint32_t processor = 0;
    for (std::uint32_t p = 0; p < ready_.size(); ++p) {
      const auto entry = ready_[p].best(free_[p], taken_);
      if (!entry) continue;
      if (best && (entry->level != best->level ? entry->level < best->level : entry->task >= best->task)) continue;
      best = entry;
      processor = p;
    }
    const std::uint32_t task = best->task;
    slots_[task] = {processor, best->arrival, add(best->arrival, problem_.times(task, processor))};
    free_[processor] = slots_[task].finish;
    taken_[task] = true;
    // Tasks that another processor took stay in the heaps until they reach the top. The heaps are cleaned up before
    // such tasks are the majority.
    --offered_;
    ++stale_;
    if (stale_ > offered_ + kFew) {
      for (ReadyAt& ready : ready_) ready.tidy(taken_);
      stale_ = 0;
    }
    return task;
  }

  static constexpr std::uint64_t kFew = 1024;

  const ListProblem& problem_;
  Schedule slots_;
  std::vector<ReadyAt> ready_;  ///< per processor
  std::vector<Time> free_;
  std::vector<std::uint32_t> waiting_;
  std::vector<bool> taken_;
  std::vector<Time> middle_;
  std::vector<Time> levels_;
  std::vector<Time> arrival_;
  std::uint64_t offered_ = 0;  ///< and not taken
  std::uint64_t stale_ = 0;    ///< taken since the heaps were tidied
};

Schedule dls(const ListProblem& problem) { return DynamicLevels(problem).run(); }

}  // namespace

void add_dls(ListSchedulerCatalogue& schedulers) {
  schedulers.add("dls", "the ready task and processor with the highest dynamic level: long rest, early start, fast",
                 dls);
}

}  // namespace gantry::plan
