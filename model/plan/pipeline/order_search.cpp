// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/order_search.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gantry/plan/pipeline/order_bound.h"

namespace gantry::plan {
namespace {

constexpr std::size_t kMostStates = 200000;   // partial orders that are kept for comparison
constexpr std::size_t kMostOfOneSet = 16;     // of them with the same operations
constexpr std::uint64_t kNodesPerLook = 256;  // between two calls of `ended`

/// What all parts of a search share.
struct Progress {
  const OrderSearchLimits& limits;
  Time below;
  std::optional<PipelinePoint> best = std::nullopt;
  std::uint64_t nodes = 0;
  bool ended = false;

  /// Counts a node. Returns false if the search has to end.
  bool count() {
    if (nodes >= limits.nodes) ended = true;
    if (nodes % kNodesPerLook == 0 && limits.ended && limits.ended()) ended = true;
    if (!ended) ++nodes;
    return !ended;
  }
};

/// Resources on which a subtask runs its operations, in their order.
std::vector<std::uint32_t> of_subtask(const PipelineItems& items, const std::vector<std::uint32_t>& resource,
                                      std::uint32_t subtask) {
  const std::uint32_t operations = items.model().operation_count();
  std::vector<std::uint32_t> all;
  for (std::uint32_t o = 0; o < operations; ++o) all.push_back(resource[items.unit(subtask * operations + o)]);
  return all;
}

/// All orders for a choice of resources.
///
/// Without limits of memory a plan is never better for letting a resource wait while it could complete an operation
/// (Giffler and Thompson 1960): only orders without such waits are made. With them every order counts. Orders are then
/// made by ascending starts.
class Orders {
 public:
  Orders(const PipelineItems& items, const std::vector<std::uint32_t>& resource, Progress& progress)
      : items_(items), resource_(resource), progress_(progress), times_(items, resource) {
    const PipelineModel& model = items.model();
    so_far_.finish.assign(items.size(), 0);
    so_far_.done.assign(items.size(), false);
    so_far_.release.assign(model.resource_count(), 0);
    for (const PipelineResource& r : model.resources) limited_ = limited_ || r.memory.has_value();
    starts_.start.assign(items.size(), 0);
    starts_.finish.assign(items.size(), 0);
    // A subtask that uses the resources of the one before it begins after it.
    const std::uint32_t first = items.flow_order()[0];
    after_.assign(items.size(), kNoItem);
    for (std::uint32_t s = 1; s < model.subtasks; ++s) {
      const std::uint32_t base = s * model.operation_count();
      if (of_subtask(items, resource, s) == of_subtask(items, resource, s - 1))
        after_[base + first] = base - model.operation_count() + first;
    }
  }

  void search() {
    if (!progress_.count()) return;
    if (order_bound(items_, resource_, times_, so_far_, progress_.below) >= progress_.below) return;
    if (limited_ && excess(items_.model(), evaluate_memory(items_, {resource_, order_}, starts_)) > 0) return;
    if (order_.size() == items_.size()) return keep();
    if (!limited_ && dominated()) return;
    for (const Next& next : branches()) {
      if (progress_.ended) return;
      run(next);
    }
  }

 private:
  static constexpr std::uint32_t kNoItem = ~std::uint32_t{0};

  struct Next {
    std::uint32_t item = 0;
    Time start = 0;
  };

  [[nodiscard]] std::uint32_t where(std::uint32_t item) const { return resource_[items_.unit(item)]; }

  void keep() {
    progress_.best = evaluate(items_, {resource_, order_});
    progress_.below = progress_.best->value;
  }

  /// Operations whose predecessors have run, with their starts.
  [[nodiscard]] std::vector<Next> ready() const {
    std::vector<Next> all;
    for (const std::uint32_t i : items_.flow_order()) {
      if (so_far_.done[i] || (after_[i] != kNoItem && !so_far_.done[after_[i]])) continue;
      Next next{i, so_far_.release[where(i)]};
      bool is_ready = true;
      for (const std::uint32_t e : items_.in(i)) {
        const std::uint32_t from = items_.edges()[e].from;
        is_ready = is_ready && so_far_.done[from];
        next.start = std::max(next.start, add(so_far_.finish[from], times_.transfer(e)));
      }
      if (is_ready) all.push_back(next);
    }
    return all;
  }

  [[nodiscard]] std::vector<Next> branches() const {
    std::vector<Next> all = ready();
    if (limited_) {
      all.erase(std::remove_if(all.begin(), all.end(), [&](const Next& n) { return n.start < last_start_; }),
                all.end());
    } else {
      const auto end = [&](const Next& n) { return add(n.start, times_.time(n.item)); };
      const Next earliest =
          *std::min_element(all.begin(), all.end(), [&](const Next& a, const Next& b) { return end(a) < end(b); });
      all.erase(std::remove_if(all.begin(), all.end(),
                               [&](const Next& n) {
                                 if (n.item == earliest.item) return false;
                                 return where(n.item) != where(earliest.item) || n.start >= end(earliest);
                               }),
                all.end());
    }
    std::stable_sort(all.begin(), all.end(), [&](const Next& a, const Next& b) {
      if (a.start != b.start) return a.start < b.start;
      return times_.time(a.item) + times_.tail(a.item) > times_.time(b.item) + times_.tail(b.item);
    });
    return all;
  }

  void run(const Next& next) {
    const std::uint32_t i = next.item;
    Time& release = so_far_.release[where(i)];
    const Time released = release;
    const Time last_start = last_start_;
    so_far_.done[i] = true;
    so_far_.finish[i] = release = add(next.start, times_.time(i));
    starts_.start[i] = last_start_ = next.start;
    starts_.finish[i] = release;
    order_.push_back(i);
    search();
    order_.pop_back();
    starts_.start[i] = starts_.finish[i] = 0;
    last_start_ = last_start;
    release = released;
    so_far_.done[i] = false;
  }

  /// Whether the same operations have run before, and all that comes after them could begin no later then.
  bool dominated() {
    std::uint64_t set = 0;
    for (std::uint32_t i = 0; i < items_.size(); ++i) set |= so_far_.done[i] ? std::uint64_t{1} << i : 0;
    std::vector<Time> state = so_far_.release;
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      if (so_far_.done[i]) continue;
      Time arrival = 0;
      for (const std::uint32_t e : items_.in(i)) {
        const std::uint32_t from = items_.edges()[e].from;
        if (so_far_.done[from]) arrival = std::max(arrival, add(so_far_.finish[from], times_.transfer(e)));
      }
      state.push_back(arrival);
    }
    std::vector<std::vector<Time>>& known = states_[set];
    const auto no_later = [](const std::vector<Time>& a, const std::vector<Time>& b) {
      return std::equal(a.begin(), a.end(), b.begin(), [](Time x, Time y) { return x <= y; });
    };
    for (const std::vector<Time>& other : known) {
      if (no_later(other, state)) return true;
    }
    if (stored_ < kMostStates && known.size() < kMostOfOneSet) {
      known.push_back(std::move(state));
      ++stored_;
    }
    return false;
  }

  const PipelineItems& items_;
  const std::vector<std::uint32_t>& resource_;
  Progress& progress_;
  ChosenTimes times_;
  bool limited_ = false;
  std::vector<std::uint32_t> after_;  ///< an item that has to run before this one
  PartialOrder so_far_;
  PipelineTimes starts_;
  Time last_start_ = 0;
  std::vector<std::uint32_t> order_;
  std::unordered_map<std::uint64_t, std::vector<std::vector<Time>>> states_;  ///< looked up only
  std::size_t stored_ = 0;
};

/// All choices of resources, unit by unit.
class Choices {
 public:
  Choices(const PipelineItems& items, Progress& progress)
      : items_(items),
        progress_(progress),
        alike_(alike_resources(items.model())),
        resource_(items.units(), kNoResource),
        used_(items.model().resource_count(), 0) {
    nothing_.finish.assign(items.size(), 0);
    nothing_.done.assign(items.size(), false);
    nothing_.release.assign(items.model().resource_count(), 0);
  }

  void search(std::size_t depth) {
    if (!progress_.count() || !fits() || !subtasks_ascend()) return;
    const ChosenTimes times(items_, resource_);
    if (order_bound(items_, resource_, times, nothing_, progress_.below) >= progress_.below) return;
    if (depth == resource_.size()) return Orders(items_, resource_, progress_).search();
    const std::uint32_t unit = items_.unit_order()[depth];
    for (std::uint32_t r = 0; r < used_.size() && !progress_.ended; ++r) {
      if (!items_.can_run(unit, r) || !is_next(r)) continue;
      resource_[unit] = r;
      ++used_[r];
      search(depth + 1);
      --used_[r];
      resource_[unit] = kNoResource;
    }
  }

 private:
  /// Of resources that are alike a unit uses the first that is not in use yet, or one in use.
  [[nodiscard]] bool is_next(std::uint32_t r) const {
    for (std::uint32_t q = 0; q < r; ++q) {
      if (alike_[q] == alike_[r] && used_[q] == 0) return false;
    }
    return true;
  }

  /// Whether the parameters of the units so far fit.
  [[nodiscard]] bool fits() const {
    const PipelineModel& model = items_.model();
    std::vector<std::uint64_t> bytes(used_.size(), 0);
    for (std::uint32_t p = 0; p < model.parameters.size(); ++p) {
      std::vector<bool> here(used_.size());
      for (const std::uint32_t u : items_.holders(p)) {
        if (resource_[u] != kNoResource) here[resource_[u]] = true;
      }
      for (std::uint32_t r = 0; r < used_.size(); ++r) bytes[r] += here[r] ? model.parameters[p].bytes : 0;
    }
    return excess(model, bytes) == 0;
  }

  /// Subtasks can swap their roles, so their resources ascend in the order of comparing lists.
  [[nodiscard]] bool subtasks_ascend() const {
    for (std::uint32_t s = 1; s < items_.model().subtasks; ++s) {
      const std::vector<std::uint32_t> one = of_subtask(items_, resource_, s - 1);
      const std::vector<std::uint32_t> two = of_subtask(items_, resource_, s);
      const std::vector<std::uint32_t>& flow = items_.flow_order();
      for (std::uint32_t k = 0; k < one.size(); ++k) {
        const std::uint32_t a = one[flow[k]];
        const std::uint32_t b = two[flow[k]];
        if (a == kNoResource || b == kNoResource || a < b) break;
        if (a > b) return false;
      }
    }
    return true;
  }

  const PipelineItems& items_;
  Progress& progress_;
  std::vector<std::uint32_t> alike_;
  std::vector<std::uint32_t> resource_;
  std::vector<std::uint32_t> used_;  ///< units by resource
  PartialOrder nothing_;
};

}  // namespace

OrderSearchResult search_orders(const PipelineItems& items, Time below, const OrderSearchLimits& limits) {
  Progress progress{limits, below};
  Choices(items, progress).search(0);
  return {std::move(progress.best), !progress.ended, progress.nodes};
}

}  // namespace gantry::plan
