// SPDX-License-Identifier: Apache-2.0
#include "gantry/kernel/unit.h"

namespace gantry {
inline namespace kernel {

namespace {
const std::string kStallPrefix = "stall_";
}

Gauge& Unit::add_queue(std::string name, std::string_view meaning, std::uint64_t capacity) {
  measures_.push_back({Measure::Kind::queue, name, meaning});
  is_stall_.push_back(false);
  return gauges_.emplace_back(name_, std::move(name), capacity);
}

Gauge& Unit::add_stall(std::string cause, std::string_view meaning) {
  is_stall_.push_back(true);
  Gauge& gauge = gauges_.emplace_back(name_, kStallPrefix + cause, 1);
  measures_.push_back({Measure::Kind::stall, std::move(cause), meaning});
  return gauge;
}

Gauge& Unit::add_signal(std::string name, std::string_view meaning, std::uint64_t max) {
  measures_.push_back({Measure::Kind::signal, name, meaning});
  return signals_.emplace_back(name_, std::move(name), max);
}

std::uint64_t& Unit::add_counter(std::string name, std::string_view meaning) {
  measures_.push_back({Measure::Kind::counter, name, meaning});
  return counters_.emplace_back(std::move(name), 0).second;
}

void Unit::tally(Cycle now, Tally& tally) const {
  tally.busy_cycles = busy_cycles_;
  tally.integrals.clear();
  tally.counters.clear();
  for (const Gauge& gauge : gauges_) tally.integrals.push_back(gauge.integral(now));
  for (const auto& counter : counters_) tally.counters.push_back(counter.second);
}

void Unit::repeat(Cycle now, std::uint64_t times, Cycle length, const Tally& before) {
  busy_cycles_ += times * (busy_cycles_ - before.busy_cycles);
  for (std::size_t i = 0; i < gauges_.size(); ++i) {
    gauges_[i].repeat(now, times, length, gauges_[i].integral(now) - before.integrals[i]);
  }
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    counters_[i].second += times * (counters_[i].second - before.counters[i]);
  }
}

BlockStats Unit::block_stats(Cycle end) const {
  BlockStats stats;
  stats.name = name_;
  stats.busy_cycles = busy_cycles_;
  for (std::size_t i = 0; i < gauges_.size(); ++i) {
    const Gauge& gauge = gauges_[i];
    if (is_stall_[i]) {
      stats.stalls.emplace_back(gauge.name().substr(kStallPrefix.size()), gauge.integral(end));
    } else {
      stats.queues.push_back({gauge.name(), gauge.mean(end), gauge.max(), gauge.capacity()});
    }
  }
  for (const auto& [counter, value] : counters_) stats.counters.emplace_back(counter, value);
  return stats;
}

}  // namespace kernel
}  // namespace gantry
