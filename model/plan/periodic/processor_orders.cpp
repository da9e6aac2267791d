// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/processor_orders.h"

#include <algorithm>

namespace gantry::plan {
namespace {

/// Most passes. A copy that waits moves gaps, which may delay others; close_gaps() handles the rest.
constexpr int kMostPasses = 6;

}  // namespace

ProcessorOrders::ProcessorOrders(const Copies& copies, std::uint32_t processors)
    : copies_(copies),
      sequences_(processors),
      places_(copies.size()),
      loads_(processors),
      hurries_(copies.size()),
      head_(copies.size()),
      stage_(copies.size()),
      after_(copies.size()) {}

void ProcessorOrders::take(const PeriodicSchedule& schedule) {
  schedule_.processor = schedule.processor;
  schedule_.start = schedule.start;
  std::fill(hurries_.begin(), hurries_.end(), false);
  std::fill(loads_.begin(), loads_.end(), Time{0});
  for (auto& sequence : sequences_) sequence.clear();
  for (std::uint32_t c = 0; c < copies_.size(); ++c) {
    if (copies_.time(c) == 0) continue;
    sequences_[schedule.processor[c]].push_back(c);
    loads_[schedule.processor[c]] += copies_.time(c);
  }
  for (auto& sequence : sequences_) {
    std::sort(sequence.begin(), sequence.end(),
              [&](std::uint32_t a, std::uint32_t b) { return schedule.start[a] < schedule.start[b]; });
    for (std::uint32_t at = 0; at < sequence.size(); ++at) places_[sequence[at]] = at;
  }
}

void ProcessorOrders::move(std::uint32_t copy, std::uint32_t processor, std::uint32_t place) {
  if (copies_.time(copy) == 0) {
    schedule_.processor[copy] = processor;
    return;
  }
  auto& from = sequences_[schedule_.processor[copy]];
  loads_[schedule_.processor[copy]] -= copies_.time(copy);
  from.erase(from.begin() + places_[copy]);
  auto& to = sequences_[processor];
  to.insert(to.begin() + place, copy);
  loads_[processor] += copies_.time(copy);
  const std::uint32_t first = &from == &to ? std::min(place, places_[copy]) : place;
  if (&from != &to) {
    for (std::uint32_t at = places_[copy]; at < from.size(); ++at) places_[from[at]] = at;
  }
  for (std::uint32_t at = first; at < to.size(); ++at) places_[to[at]] = at;
  schedule_.processor[copy] = processor;
}

void ProcessorOrders::decode() {
  for (const auto& sequence : sequences_) {
    Time head = 0;
    for (const std::uint32_t copy : sequence) {
      head_[copy] = head;
      schedule_.start[copy] = head;
      head += copies_.time(copy);
    }
  }
  int passes = 1;
  while (pass() && passes < kMostPasses) ++passes;
  close_gaps();
  put_between(copies_, schedule_);
  measure();
}

/// One way through the graph; whether a start has changed.
bool ProcessorOrders::pass() {
  const Time period = copies_.period();
  bool changed = false;
  for (const std::uint32_t copy : copies_.flow_order()) {
    const std::uint32_t own = schedule_.processor[copy];
    std::uint64_t stage = 0;
    Time ready = 0;
    copies_.before(copy, [&](std::uint32_t from, const Copies::Lag& lag) {
      const bool apart = schedule_.processor[from] != own;
      Time arrival = schedule_.start[from] + copies_.time(from) + (apart ? lag.rest : 0);
      std::uint64_t at = add(stage_[from], apart ? lag.periods : 0);
      while (arrival >= period) {
        arrival -= period;
        ++at;
      }
      if (at < stage || (at == stage && arrival <= ready)) return;
      stage = at;
      ready = arrival;
    });
    if (copies_.time(copy) == 0) {
      changed = changed || ready != schedule_.start[copy];
      schedule_.start[copy] = ready;
      stage_[copy] = stage;
      continue;
    }
    // the copy before this one has left `low`, those after it leave `high`
    Time low = head_[copy];
    if (places_[copy] != 0) {
      const std::uint32_t before = sequences_[own][places_[copy] - 1];
      low += schedule_.start[before] - head_[before];
    }
    const Time high = hurries_[copy] ? low : head_[copy] + gap(own);
    const Time start = ready <= low || ready > high ? low : ready;
    if (ready > high) ++stage;
    changed = changed || start != schedule_.start[copy];
    schedule_.start[copy] = start;
    stage_[copy] = stage;
  }
  return changed;
}

/// Copies do not overlap: none starts before the one ahead of it has finished.
void ProcessorOrders::close_gaps() {
  for (const auto& sequence : sequences_) {
    Time shift = 0;
    for (const std::uint32_t copy : sequence) {
      shift = std::max(shift, schedule_.start[copy] - head_[copy]);
      schedule_.start[copy] = head_[copy] + shift;
    }
  }
}

void ProcessorOrders::measure() {
  const auto& order = copies_.flow_order();
  max_retiming_ = 0;
  for (const std::uint32_t copy : order) {
    std::uint64_t stage = 0;
    copies_.before(copy, [&](std::uint32_t from, const Copies::Lag& lag) {
      stage = std::max(stage, add(stage_[from], copies_.periods_between(schedule_, from, copy, lag)));
    });
    stage_[copy] = stage;
    max_retiming_ = std::max(max_retiming_, stage);
  }
  critical_copies_ = 0;
  late_.clear();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const std::uint32_t copy = *at;
    std::uint64_t after = 0;
    copies_.after(copy, [&](std::uint32_t to, const Copies::Lag& lag) {
      const std::uint64_t between = copies_.periods_between(schedule_, copy, to, lag);
      after = std::max(after, add(after_[to], between));
      if (between == 0 || add(stage_[copy], add(between, after_[to])) != max_retiming_) return;
      const bool apart = schedule_.processor[copy] != schedule_.processor[to];
      late_.push_back({copy, to, apart ? lag.rest : 0});
    });
    after_[copy] = after;
    if (stage_[copy] + after == max_retiming_) ++critical_copies_;
  }
}

}  // namespace gantry::plan
