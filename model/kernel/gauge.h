// SPDX-License-Identifier: Apache-2.0
// A quantity that changes at clock edges: queue occupancy, waiting tasks, credits. It keeps its own time-weighted mean
// and its maximum. Traces and waveforms observe it through a GaugeSink.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "gantry/base/quotient.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

class Gauge;

class GaugeSink {
 public:
  virtual ~GaugeSink() = default;
  /// The gauge `id` has this value from cycle `now` on. Called once per change; of several in a cycle the last counts.
  virtual void changed(std::uint32_t id, Cycle now, std::uint64_t value) = 0;
};

/// Members that a change writes are in one cache line.
class alignas(64) Gauge {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `block`: name of the unit. `capacity`: largest value; 0: unbounded.
  Gauge(std::string block, std::string name, std::uint64_t capacity = 0)
      : capacity_(capacity), block_(std::move(block)), name_(std::move(name)) {}

  /// Sets the value from cycle `now` on. Of several values in a cycle the last counts. Precondition: `now` is not
  /// before the last change.
  void set(Cycle now, std::uint64_t value) {
    if (value == value_) return;
    if (now != since_) {
      // Only the last value of a cycle counts, so that the order of changes within it cannot be seen.
      integral_ += value_ * (now - since_);
      if (value_ > max_) max_ = value_;
      since_ = now;
    }
    value_ = value;
    if (sink_ != nullptr) sink_->changed(id_, now, value);
  }
  /// Sets the value to 1 for cycle `now` and to 0 from now + 1 on. A second call in the same cycle counts the cycle
  /// twice in integral().
  void strobe(Cycle now) {
    set(now, 1);
    set(now + 1, 0);
  }
  void add(Cycle now, std::uint64_t n = 1) { set(now, value_ + n); }
  /// Precondition: n <= value().
  void subtract(Cycle now, std::uint64_t n = 1) { set(now, value_ - n); }

  [[nodiscard]] std::uint64_t value() const { return value_; }
  /// The largest value that a cycle ended with, or the current value if that is larger.
  [[nodiscard]] std::uint64_t max() const { return value_ > max_ ? value_ : max_; }
  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] const std::string& block() const { return block_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// integral(end) / end; 0 if `end` is 0.
  [[nodiscard]] double mean(Cycle end) const { return quotient(integral(end), end); }
  /// Sum of the values of all cycles in [0, end); of a 0/1 gauge the number of cycles with value 1. If the last change
  /// was after `end`, the cycles up to that change count, too.
  [[nodiscard]] std::uint64_t integral(Cycle end) const {
    return integral_ + (end > since_ ? value_ * (end - since_) : 0);
  }

  /// Adds `times` periods of `length` cycles without simulating them. In each the integral grows by `growth`, and at
  /// its end the value is the current one. The sink is not notified.
  void repeat(Cycle now, std::uint64_t times, Cycle length, std::uint64_t growth) {
    integral_ = integral(now) + times * growth;
    since_ = now + times * length;
    if (value_ > max_) max_ = value_;
  }

  /// Stops notifications of the sink until unmute(). Precondition of unmute(): the value is the last notified one.
  void mute() {
    if (muted_ == nullptr) muted_ = std::exchange(sink_, nullptr);
  }
  void unmute() {
    if (muted_ != nullptr) sink_ = std::exchange(muted_, nullptr);
  }
  /// Sets the sink, which must outlive the last change. `id` is the sink's own number for this gauge.
  void listen(GaugeSink* sink, std::uint32_t id) {
    sink_ = sink;
    id_ = id;
  }

 private:
  std::uint64_t value_ = 0;
  std::uint64_t max_ = 0;
  std::uint64_t integral_ = 0;
  Cycle since_ = 0;
  GaugeSink* sink_ = nullptr;
  GaugeSink* muted_ = nullptr;
  std::uint32_t id_ = 0;
  std::uint64_t capacity_;
  std::string block_;
  std::string name_;
};

}  // namespace kernel
}  // namespace gantry
