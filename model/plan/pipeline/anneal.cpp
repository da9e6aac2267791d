// SPDX-License-Identifier: Apache-2.0
#include "plan/pipeline/anneal.h"

#include <algorithm>
#include <utility>

#include "core/random.h"
#include "plan/pipeline/load_state.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kStream = 0x70697065;  // this search's own random numbers
constexpr std::uint64_t kLookUp = 256;         // most iterations between two looks at the outside
constexpr std::uint64_t kItemsUnseen = 50000;  // items that are evaluated between them, about
constexpr std::uint64_t kMostTogether = 16;    // units that one step moves

/// Cools from `hot` to nothing, as a parabola.
class Heat {
 public:
  Heat(double hot, std::uint64_t iterations) : hot_(hot), iterations_(static_cast<double>(iterations)) {}
  /// The worsening that is accepted: an exponential variate times the temperature, which is Metropolis's rule.
  double allowance(RandomBits& bits, std::uint64_t iteration) const {
    const double rest = 1 - static_cast<double>(iteration) / iterations_;
    const double variate =
        static_cast<double>(random_exponential(bits)) / static_cast<double>(std::uint64_t{1} << kExponentialBits);
    return hot_ * rest * rest * variate;
  }

 private:
  double hot_;
  double iterations_;
};

std::uint32_t draw(RandomBits& bits, std::size_t bound) {
  return static_cast<std::uint32_t>(random_below(bits, bound));
}

/// Where a unit may be moved to: mostly beside somebody it exchanges data with.
std::uint32_t target(const PipelineItems& items, const std::vector<std::uint32_t>& resource, std::uint32_t unit,
                     RandomBits& bits) {
  if (random_below(bits, 4) != 0) {
    const auto& members = items.members(unit);
    const std::uint32_t i = members[draw(bits, members.size())];
    const std::size_t edges = items.in(i).size() + items.out(i).size();
    if (edges > 0) {
      const std::size_t k = draw(bits, edges);
      const std::uint32_t other = k < items.in(i).size() ? items.edges()[items.in(i)[k]].from
                                                         : items.edges()[items.out(i)[k - items.in(i).size()]].to;
      return resource[items.unit(other)];
    }
  }
  return draw(bits, items.model().resources.size());
}

std::uint64_t look_up_every(const PipelineItems& items) {
  return std::clamp<std::uint64_t>(kItemsUnseen / (items.size() + 1), 1, kLookUp);
}

bool better(std::uint64_t excess_a, Time value_a, std::uint64_t excess_b, Time value_b) {
  return excess_a != excess_b ? excess_a < excess_b : value_a < value_b;
}

/// Under throughput only the largest load counts, but a search needs a slope: the sum of the 16th powers of the loads.
class LoadSearch {
 public:
  LoadSearch(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits)
      : items_(items),
        limits_(limits),
        state_(items, start.choice.resource),
        best_(start),
        bits_(limits.seed, kStream),
        place_(items.unit_order()) {
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
      propose();
      if (moved_.empty()) continue;
      const double now = this->energy();
      if (now - energy > heat.allowance(bits_, k)) {
        for (auto m = moved_.rbegin(); m != moved_.rend(); ++m) state_.move(m->first, m->second);
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

  void propose() {
    moved_.clear();
    const std::uint32_t at = draw(bits_, place_.size());
    const std::uint32_t to = target(items_, state_.resource(), place_[at], bits_);
    // Sometimes a stretch of the flow moves, whose single units would all stay for their neighbours' sake.
    const std::uint64_t together = random_below(bits_, 3) == 0 ? 1 + random_below(bits_, kMostTogether) : 1;
    const std::uint32_t from = state_.resource(place_[at]);
    if (from == to && together == 1) return;
    const bool swap = random_below(bits_, 8) == 0;
    for (std::size_t k = at; k < place_.size() && moved_.size() < together; ++k) move(place_[k], from, to);
    if (!swap) return;
    const std::uint32_t back = draw(bits_, place_.size());
    if (state_.resource(place_[back]) == to && place_[back] != place_[at]) move(place_[back], to, from);
  }

  void move(std::uint32_t unit, std::uint32_t from, std::uint32_t to) {
    if (from == to || state_.resource(unit) != from || !items_.can_run(unit, to)) return;
    moved_.emplace_back(unit, from);
    state_.move(unit, to);
  }

  const PipelineItems& items_;
  const AnnealLimits& limits_;
  LoadState state_;
  PipelinePoint best_;
  RandomBits bits_;
  const std::vector<std::uint32_t>& place_;  ///< units in the order of the flow
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moved_;
  double scale_ = 1;
};

/// Under makespan every step is evaluated in full.
class TimeSearch {
 public:
  TimeSearch(const PipelineItems& items, const PipelinePoint& start, const AnnealLimits& limits)
      : items_(items), limits_(limits), now_(start), best_(start), bits_(limits.seed, kStream), at_(items.size()) {
    for (const PipelineResource& r : items.model().resources) {
      if (r.memory) limit_ = std::max({limit_, *r.memory, std::uint64_t{1}});
    }
    scale_ = static_cast<double>(std::max<Time>(start.value, 1));
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
      evaluate_times(items_, now_.choice, times_);
      const Time value = times_.makespan;
      const std::uint64_t over = limit_ == 0 ? 0 : excess(items_.model(), evaluate_memory(items_, now_.choice, times_));
      if (energy(value, over) - energy(now_.value, now_.excess) > heat.allowance(bits_, k)) {
        take_back();
        continue;
      }
      now_.value = value;
      now_.excess = over;
      if (better(over, value, best_.excess, best_.value)) best_ = now_;
    }
    return {best_, k};
  }

 private:
  [[nodiscard]] double energy(Time value, std::uint64_t over) const {
    const double time = static_cast<double>(value) / scale_;
    return over == 0 ? time : time + 0.1 + 5 * static_cast<double>(over) / static_cast<double>(limit_);
  }

  bool propose() {
    moved_unit_ = false;
    moved_item_ = false;
    const std::uint64_t kind = random_below(bits_, 4);
    if (kind != 0 && items_.model().resource_count() > 1) {
      unit_ = draw(bits_, items_.units());
      const std::uint32_t to = target(items_, now_.choice.resource, unit_, bits_);
      if (to != now_.choice.resource[unit_] && items_.can_run(unit_, to)) {
        from_ = std::exchange(now_.choice.resource[unit_], to);
        moved_unit_ = true;
      }
    }
    if (kind <= 1) shift(draw(bits_, items_.size()));
    return moved_unit_ || moved_item_;
  }

  /// To a random place between its last predecessor and its first successor.
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
  std::vector<std::uint32_t> at_;  ///< an item's place in the order
  PipelineTimes times_;
  std::uint64_t limit_ = 0;
  double scale_ = 1;
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

}  // namespace gantry::plan
