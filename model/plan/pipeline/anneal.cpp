// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/anneal.h"

#include <algorithm>
#include <utility>

#include "gantry/plan/pipeline/arrange.h"
#include "gantry/plan/pipeline/load_state.h"
#include "gantry/plan/pipeline/search_steps.h"

namespace gantry::plan {
namespace {

// Each search's own random numbers.
constexpr std::uint64_t kPipelineStream = 0x70697065;
constexpr std::uint64_t kPlacementStream = 0x706c6163;

/// Under throughput only the largest load counts, but a search needs a slope: the sum of the 16th powers of the loads.
class LoadSearch {
 public:
  LoadSearch(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits)
      : items_(items),
        limits_(limits),
        state_(items, start.choice.resource),
        best_(start),
        bits_(limits.seed, kPipelineStream) {
    scale_ = static_cast<double>(std::max<Time>(start.value, 1));
  }

  AnnealResult run() {
    const Heat heat(0.2, limits_.iterations);
    double energy = this->energy();
    const std::uint64_t look_up = look_up_every(items_);
    std::uint64_t k = 0;
    for (; k < limits_.iterations; ++k) {
      if (k % look_up == 0) {
        if (limits_.ended && limits_.ended()) break;
        if (limits_.progress) limits_.progress(best_);
      }
      draw_moves(items_, state_.resource(), bits_, moves_);
      if (moves_.empty()) continue;
      for (const UnitMove& move : moves_) state_.move(move.unit, move.to);
      const double now = this->energy();
      if (now - energy > heat.allowance(bits_, k)) {
        for (const UnitMove& move : moves_) state_.move(move.unit, move.from);
        continue;
      }
      energy = now;
      const Time value = state_.largest();
      const std::uint64_t over = state_.excess();
      if (better(over, value, best_.excess, best_.value)) {
        best_.choice.resource = state_.resource();
        best_.value = value;
        best_.excess = over;
      }
    }
    return {best_, k};
  }

 private:
  [[nodiscard]] double energy() const {
    double sum = 0;
    for (const Time load : state_.loads()) {
      double x = static_cast<double>(load) / scale_;
      for (int square = 0; square < 4; ++square) x *= x;
      sum += x;
    }
    const std::uint64_t over = state_.excess();
    if (over == 0) return sum;
    std::uint64_t limit = 1;
    for (const PipelineResource& r : items_.model().resources) limit = std::max(limit, r.memory.value_or(0));
    return sum + 0.5 + 20 * static_cast<double>(over) / static_cast<double>(limit);
  }

  const PipelineItems& items_;
  const AnnealLimits& limits_;
  LoadState state_;
  PipelinePoint best_;
  RandomBits bits_;
  std::vector<UnitMove> moves_;
  double scale_ = 1;
};

/// Makespan and memory as one number to be made smaller.
class TimeEnergy {
 public:
  TimeEnergy(const PipelineItems& items, Time value) : scale_(static_cast<double>(std::max<Time>(value, 1))) {
    for (const PipelineResource& r : items.model().resources) {
      if (r.memory) limit_ = std::max({limit_, *r.memory, std::uint64_t{1}});
    }
  }
  [[nodiscard]] double of(const PipelinePoint& point) const {
    const double time = static_cast<double>(point.value) / scale_;
    return point.excess == 0 ? time : time + 0.1 + 5 * static_cast<double>(point.excess) / static_cast<double>(limit_);
  }
  /// Fills in value and excess.
  void evaluate(const PipelineItems& items, PipelinePoint& point) {
    evaluate_times(items, point.choice, times_);
    point.value = times_.makespan;
    point.excess = limit_ == 0 ? 0 : excess(items.model(), evaluate_memory(items, point.choice, times_));
  }

 private:
  double scale_;
  std::uint64_t limit_ = 0;  ///< the largest memory; 0 = none is limited
  PipelineTimes times_;
};

/// Under makespan, first: units of the space change their resource, and the order follows from the resources.
class PlacementSearch {
 public:
  PlacementSearch(const PipelineItems& items, const PipelineItems& space, const std::vector<std::uint32_t>& start,
                  const ArrangeRule& rule, const AnnealLimits& limits)
      : items_(items),
        space_(space),
        limits_(limits),
        arranger_(items, rule),
        resource_(start),
        energy_(items, 0),
        bits_(limits.seed, kPlacementStream) {
    for (std::uint32_t u = 0; u < items.units(); ++u) {
      unit_in_space_.push_back(space.unit(items.members(u)[0] % space.size()));
    }
    look(now_);
    energy_ = TimeEnergy(items, now_.value);
    best_ = now_;
  }

  AnnealResult run() {
    const Heat heat(0.1, limits_.iterations);
    const std::uint64_t look_up = look_up_every(items_);
    std::vector<UnitMove> moves;
    std::uint64_t k = 0;
    for (; k < limits_.iterations; ++k) {
      if (k % look_up == 0) {
        if (limits_.ended && limits_.ended()) break;
        if (limits_.progress) limits_.progress(best_);
      }
      draw_moves(space_, resource_, bits_, moves);
      if (moves.empty()) continue;
      for (const UnitMove& move : moves) resource_[move.unit] = move.to;
      look(next_);
      if (energy_.of(next_) - energy_.of(now_) > heat.allowance(bits_, k)) {
        for (const UnitMove& move : moves) resource_[move.unit] = move.from;
        continue;
      }
      std::swap(now_, next_);
      if (better(now_.excess, now_.value, best_.excess, best_.value)) best_ = now_;
    }
    return {best_, k};
  }

 private:
  /// Computes the point of the current resources.
  void look(PipelinePoint& point) {
    point.choice.resource.resize(items_.units());
    for (std::uint32_t u = 0; u < items_.units(); ++u) point.choice.resource[u] = resource_[unit_in_space_[u]];
    arranger_.arrange(point.choice);
    energy_.evaluate(items_, point);
  }

  const PipelineItems& items_;
  const PipelineItems& space_;
  const AnnealLimits& limits_;
  Arranger arranger_;
  std::vector<std::uint32_t> unit_in_space_;
  std::vector<std::uint32_t> resource_;  ///< by unit of the space
  TimeEnergy energy_;
  PipelinePoint now_;
  PipelinePoint next_;
  PipelinePoint best_;
  RandomBits bits_;
};

/// Under makespan, then: operations also move in the order. Every step is evaluated in full.
class TimeSearch {
 public:
  TimeSearch(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits)
      : items_(items),
        limits_(limits),
        now_(start),
        best_(start),
        bits_(limits.seed, kPipelineStream),
        energy_(items, start.value),
        at_(items.size()) {
    for (std::uint32_t k = 0; k < items.size(); ++k) at_[now_.choice.order[k]] = k;
  }

  AnnealResult run() {
    const Heat heat(0.03, limits_.iterations);
    const std::uint64_t look_up = look_up_every(items_);
    std::uint64_t k = 0;
    for (; k < limits_.iterations; ++k) {
      if (k % look_up == 0) {
        if (limits_.ended && limits_.ended()) break;
        if (limits_.progress) limits_.progress(best_);
      }
      if (!propose()) continue;
      const Time value = now_.value;
      const std::uint64_t over = now_.excess;
      const double before = energy_.of(now_);
      energy_.evaluate(items_, now_);
      if (energy_.of(now_) - before > heat.allowance(bits_, k)) {
        take_back();
        now_.value = value;
        now_.excess = over;
        continue;
      }
      if (better(now_.excess, now_.value, best_.excess, best_.value)) best_ = now_;
    }
    return {best_, k};
  }

 private:
  bool propose() {
    moved_unit_ = false;
    moved_item_ = false;
    const std::uint64_t kind = random_below(bits_, 4);
    if (kind != 0 && items_.model().resource_count() > 1) {
      unit_ = draw(bits_, items_.units());
      const std::uint32_t to = draw_target(items_, now_.choice.resource, unit_, bits_);
      if (to != now_.choice.resource[unit_] && items_.can_run(unit_, to)) {
        from_ = std::exchange(now_.choice.resource[unit_], to);
        moved_unit_ = true;
      }
    }
    if (kind <= 1) shift(draw(bits_, items_.size()));
    return moved_unit_ || moved_item_;
  }

  /// Moves the item to a random position between its last predecessor and its first successor.
  void shift(std::uint32_t item) {
    std::uint32_t low = 0;
    std::uint32_t high = items_.size() - 1;
    for (const std::uint32_t e : items_.in(item)) low = std::max(low, at_[items_.edges()[e].from] + 1);
    for (const std::uint32_t e : items_.out(item)) high = std::min(high, at_[items_.edges()[e].to] - 1);
    if (low >= high) return;
    origin_ = at_[item];
    place_ = low + draw(bits_, high - low + 1);
    if (place_ == origin_) return;
    rotate(origin_, place_);
    moved_item_ = true;
  }

  void rotate(std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t>& order = now_.choice.order;
    const auto begin = order.begin();
    if (from < to) {
      std::rotate(begin + from, begin + from + 1, begin + to + 1);
    } else {
      std::rotate(begin + to, begin + from, begin + from + 1);
    }
    for (std::uint32_t k = std::min(from, to); k <= std::max(from, to); ++k) at_[order[k]] = k;
  }

  void take_back() {
    if (moved_item_) rotate(place_, origin_);
    if (moved_unit_) now_.choice.resource[unit_] = from_;
  }

  const PipelineItems& items_;
  const AnnealLimits& limits_;
  PipelinePoint now_;
  PipelinePoint best_;
  RandomBits bits_;
  TimeEnergy energy_;
  std::vector<std::uint32_t> at_;  ///< position of each item in the order
  bool moved_unit_ = false;
  bool moved_item_ = false;
  std::uint32_t unit_ = 0;
  std::uint32_t from_ = 0;
  std::uint32_t origin_ = 0;
  std::uint32_t place_ = 0;
};

}  // namespace

AnnealResult anneal(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits) {
  if (items.model().objective == PipelineObjective::kThroughput) return LoadSearch(items, start, limits).run();
  return TimeSearch(items, start, limits).run();
}

AnnealResult anneal_placement(const PipelineItems& items, const PipelineItems& space,
                              const std::vector<std::uint32_t>& start, const ArrangeRule& rule,
                              const AnnealLimits& limits) {
  return PlacementSearch(items, space, start, rule, limits).run();
}

}  // namespace gantry::plan
