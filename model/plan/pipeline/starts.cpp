// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/starts.h"

#include <algorithm>
#include <queue>

#include "gantry/plan/pipeline/anneal.h"
#include "gantry/plan/pipeline/arrange.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kMostStretches = 400000000;  // units x units x resources that are tried as a split
constexpr std::uint64_t kMostSteps = 300000;
constexpr std::uint64_t kStepsPerUnit = 1000;
constexpr Time kNever = TaskTimes::kCannotRun;

/// Depth first against the edges, from the last items: a branch stays together, and a source (a parameter, say) comes
/// just before what reads it.
std::vector<std::uint32_t> by_depth(const PipelineItems& items, bool last_edge_first) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(items.units(), false);
  std::vector<std::uint8_t> state(items.size(), 0);
  std::vector<std::uint32_t> stack;
  for (auto root = items.flow_order().rbegin(); root != items.flow_order().rend(); ++root) {
    stack.push_back(*root);
    while (!stack.empty()) {
      const std::uint32_t i = stack.back();
      if (state[i] == 0) {
        state[i] = 1;
        std::vector<std::uint32_t> in = items.in(i);
        if (last_edge_first) std::reverse(in.begin(), in.end());
        for (const std::uint32_t e : in) {
          if (state[items.edges()[e].from] == 0) stack.push_back(items.edges()[e].from);
        }
        continue;
      }
      stack.pop_back();
      if (state[i] == 2) continue;
      state[i] = 2;
      if (seen[items.unit(i)]) continue;
      seen[items.unit(i)] = true;
      order.push_back(items.unit(i));
    }
  }
  return order;
}

/// Load of one stretch of units that grows at its end, on one resource.
class Stretch {
 public:
  explicit Stretch(const PipelineItems& items)
      : items_(items),
        inside_(items.units(), false),
        readers_(items.size(), 0),
        hop_(items.size(), 0),
        copies_(items.model().parameters.size(), 0) {
    for (const PipelineEdge& edge : items.edges()) hop_[edge.from] = std::max(hop_[edge.from], edge.hop);
  }

  /// Nothing yet, on this resource.
  void begin(std::uint32_t resource) {
    resource_ = resource;
    carries_ = items_.model().resources[resource].carries_transfers;
    for (const std::uint32_t u : units_) {
      inside_[u] = false;
      for (const std::uint32_t p : items_.held(u)) copies_[p] = 0;
      for (const std::uint32_t i : items_.members(u)) {
        for (const std::uint32_t e : items_.in(i)) readers_[items_.edges()[e].from] = 0;
      }
    }
    units_.clear();
    load_ = 0;
    bytes_ = 0;
    footprint_ = 0;
  }

  void add_unit(std::uint32_t unit) {
    const Time time = items_.unit_time(unit, resource_);
    load_ = time == kNever || load_ == kNever ? kNever : load_ + time;
    for (const std::uint32_t i : items_.members(unit)) footprint_ = std::max(footprint_, items_.footprint(i));
    for (const std::uint32_t p : items_.held(unit)) {
      if (copies_[p]++ == 0) bytes_ += items_.model().parameters[p].bytes;
    }
    units_.push_back(unit);
    if (!carries_ || load_ == kNever) {
      inside_[unit] = true;
      return;
    }
    // Results of items of this unit that were read here from outside: no longer foreign.
    for (const std::uint32_t i : items_.members(unit)) {
      if (readers_[i] > 0) load_ -= hop_[i];
    }
    inside_[unit] = true;
    for (const std::uint32_t i : items_.members(unit)) {
      for (const std::uint32_t e : items_.in(i)) {
        const std::uint32_t from = items_.edges()[e].from;
        const bool was_own = inside_[items_.unit(from)];
        if (was_own && items_.unit(from) != unit) {
          if (++readers_[from] == items_.out(from).size()) load_ -= hop_[from];  // nobody outside reads it any more
        } else if (was_own) {
          ++readers_[from];
        } else if (readers_[from]++ == 0) {
          load_ += hop_[from];
        }
      }
    }
    for (const std::uint32_t i : items_.members(unit)) {
      if (readers_[i] < items_.out(i).size()) load_ += hop_[i];
    }
  }

  /// kNever if it cannot run here or does not fit.
  [[nodiscard]] Time load() const {
    const auto& memory = items_.model().resources[resource_].memory;
    return memory && bytes_ + footprint_ > *memory ? kNever : load_;
  }
  [[nodiscard]] bool hopeless() const {
    const auto& memory = items_.model().resources[resource_].memory;
    return load_ == kNever || (memory && bytes_ > *memory);
  }

 private:
  const PipelineItems& items_;
  std::uint32_t resource_ = 0;
  bool carries_ = false;
  std::vector<bool> inside_;
  std::vector<std::uint32_t> readers_;  ///< inside the stretch, of an item's result
  std::vector<Time> hop_;
  std::vector<std::uint32_t> copies_;
  std::vector<std::uint32_t> units_;
  Time load_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t footprint_ = 0;
};

/// best[j]: least largest load of the first j units on the resources so far.
PipelineChoice best_split(const PipelineItems& items, const std::vector<std::uint32_t>& order,
                          const std::function<bool()>& ended) {
  const std::size_t n = order.size();
  const std::uint32_t resources = items.model().resource_count();
  std::vector<Time> best(n + 1, kNever);
  best[0] = 0;
  std::vector<std::vector<std::uint32_t>> begin(resources, std::vector<std::uint32_t>(n + 1));
  Stretch stretch(items);
  for (std::uint32_t r = 0; r < resources; ++r) {
    std::vector<Time> next = best;  // nothing on r
    for (std::uint32_t j = 0; j <= n; ++j) begin[r][j] = j;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (best[i] == kNever) continue;
      if (ended && ended()) return {};
      stretch.begin(r);
      for (std::uint32_t j = i + 1; j <= n; ++j) {
        stretch.add_unit(order[j - 1]);
        if (stretch.hopeless()) break;
        const Time load = stretch.load();
        const Time value = load == kNever ? kNever : std::max(best[i], load);
        if (value < next[j]) {
          next[j] = value;
          begin[r][j] = i;
        }
      }
    }
    best = std::move(next);
  }
  PipelineChoice choice;
  if (best[n] == kNever) return choice;
  choice.order = items.flow_order();
  choice.resource.resize(n);
  auto end = static_cast<std::uint32_t>(n);
  for (std::uint32_t r = resources; r-- > 0;) {
    for (std::uint32_t k = begin[r][end]; k < end; ++k) choice.resource[order[k]] = r;
    end = begin[r][end];
  }
  return choice;
}

/// The order filled into one resource after the other, each up to `most`; nothing if something is left over.
std::vector<std::uint32_t> fill(const PipelineItems& items, const std::vector<std::uint32_t>& order, Time most,
                                Stretch& stretch) {
  std::vector<std::uint32_t> resource(order.size());
  std::uint32_t r = 0;
  stretch.begin(r);
  for (const std::uint32_t u : order) {
    stretch.add_unit(u);
    while (stretch.load() > most) {
      if (++r == items.model().resource_count()) return {};
      stretch.begin(r);
      stretch.add_unit(u);
    }
    resource[u] = r;
  }
  return resource;
}

/// For models too large for the best split: the least limit with which filling succeeds, within a thousandth.
PipelineChoice filled_split(const PipelineItems& items, const std::vector<std::uint32_t>& order,
                            const std::function<bool()>& ended) {
  PipelineChoice choice;
  Stretch stretch(items);
  Time low = 0;
  Time high = 0;
  for (const std::uint32_t u : order) {
    Time longest = 0;
    for (std::uint32_t r = 0; r < items.model().resource_count(); ++r) {
      if (items.can_run(u, r)) longest = std::max(longest, items.unit_time(u, r));
    }
    high = add(high, longest);
  }
  while (high - low > high / 1000 && !(ended && ended())) {
    const Time most = low + (high - low) / 2;
    std::vector<std::uint32_t> resource = fill(items, order, most, stretch);
    if (resource.empty()) {
      low = most + 1;
    } else {
      high = most;
      choice.resource = std::move(resource);
    }
  }
  if (!choice.resource.empty()) choice.order = items.flow_order();
  return choice;
}

PipelineChoice earliest_finish(const PipelineItems& items) {
  const PipelineModel& model = items.model();
  const std::vector<Time> rank = ranks(items);
  struct Ready {
    Time rank;
    std::uint32_t place;  ///< in the flow
    bool operator<(const Ready& other) const { return rank != other.rank ? rank < other.rank : place > other.place; }
  };
  std::vector<std::uint32_t> place(items.size());
  for (std::uint32_t k = 0; k < items.size(); ++k) place[items.flow_order()[k]] = k;
  std::vector<std::size_t> waiting(items.size());
  std::priority_queue<Ready> ready;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    waiting[i] = items.in(i).size();
    if (waiting[i] == 0) ready.push({rank[i], place[i]});
  }
  constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  PipelineChoice choice;
  choice.resource.assign(items.units(), kNowhere);
  std::vector<Time> release(model.resources.size(), 0);
  std::vector<Time> finish(items.size(), 0);
  std::vector<std::uint64_t> bytes(model.resources.size(), 0);
  while (!ready.empty()) {
    const std::uint32_t i = items.flow_order()[ready.top().place];
    ready.pop();
    const std::uint32_t u = items.unit(i);
    std::uint64_t needed = 0;
    for (const std::uint32_t p : items.held(u)) needed += model.parameters[p].bytes;
    std::uint32_t best = kNowhere;
    Time best_finish = kNever;
    bool best_fits = false;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
      if (!items.can_run(u, r) || (choice.resource[u] != kNowhere && choice.resource[u] != r)) continue;
      Time start = release[r];
      for (const std::uint32_t e : items.in(i)) {
        const PipelineEdge& edge = items.edges()[e];
        start =
            std::max(start, add(finish[edge.from], model.transfer(edge, choice.resource[items.unit(edge.from)], r)));
      }
      const Time end = add(start, model.time(i, r));
      const bool fits = !model.resources[r].memory || bytes[r] + needed <= *model.resources[r].memory;
      if (best == kNowhere || (fits && !best_fits) || (fits == best_fits && end < best_finish)) {
        best = r;
        best_finish = end;
        best_fits = fits;
      }
    }
    if (choice.resource[u] == kNowhere) bytes[best] += needed;
    choice.resource[u] = best;
    finish[i] = release[best] = best_finish;
    choice.order.push_back(i);
    for (const std::uint32_t e : items.out(i)) {
      const std::uint32_t to = items.edges()[e].to;
      if (--waiting[to] == 0) ready.push({rank[to], place[to]});
    }
  }
  return choice;
}

}  // namespace

PipelineChoice for_all_subtasks(const PipelineItems& items, const PipelineItems& single, const PipelineChoice& chosen) {
  PipelineChoice choice;
  for (std::uint32_t u = 0; u < items.units(); ++u) {
    choice.resource.push_back(chosen.resource[single.unit(items.members(u)[0] % single.size())]);
  }
  if (items.model().objective == PipelineObjective::kMakespan) {
    Arranger(items).arrange(choice);
  } else {
    choice.order = items.flow_order();
  }
  return choice;
}

std::vector<PipelineChoice> contiguous_starts(const PipelineItems& items, const std::function<bool()>& ended) {
  // One subtask is split by its loads; all others follow it.
  PipelineModel one = items.model();
  one.subtasks = 1;
  one.replicate = false;
  one.objective = PipelineObjective::kThroughput;
  const PipelineItems single(one);
  std::vector<PipelineChoice> choices;
  const bool large = std::uint64_t{single.units()} * single.units() > kMostStretches / single.model().resource_count();
  for (const auto& order : {single.unit_order(), by_depth(single, false), by_depth(single, true)}) {
    if (ended && ended()) break;
    PipelinePoint split;
    split.choice = large ? filled_split(single, order, ended) : best_split(single, order, ended);
    if (split.choice.resource.empty()) continue;
    choices.push_back(for_all_subtasks(items, single, split.choice));
    if (items.model().objective == PipelineObjective::kThroughput) continue;
    AnnealLimits limits;
    limits.ended = ended;
    limits.iterations = std::min(kMostSteps, kStepsPerUnit * single.units());
    choices.push_back(
        for_all_subtasks(items, single, anneal(single, evaluate(single, split.choice), limits).best.choice));
  }
  return choices;
}

std::vector<PipelineChoice> greedy_starts(const PipelineItems& items) {
  std::vector<PipelineChoice> choices{earliest_finish(items)};
  for (std::uint32_t r = 0; r < items.model().resource_count(); ++r) {
    PipelineChoice choice;
    choice.resource.assign(items.units(), r);
    choice.order = choices[0].order;
    bool runs = true;
    for (std::uint32_t u = 0; u < items.units(); ++u) runs = runs && items.can_run(u, r);
    if (runs) choices.push_back(std::move(choice));
  }
  return choices;
}

}  // namespace gantry::plan
