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

void Unit::visit_counts(CountVisitor& visitor) {
  visitor.count(busy_cycles_);
  for (auto& counter : counters_) visitor.count(counter.second);
  for (std::uint64_t& total : totals_) visitor.count(total);
  for (Gauge& gauge : gauges_) visitor.level(gauge);
  for (Gauge& signal : signals_) visitor.level(signal);
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
