// SPDX-License-Identifier: Apache-2.0
// A quantity that changes at clock edges: queue occupancy, tasks waiting, credits. Keeps its own mean and maximum;
// traces and waveforms listen through a GaugeSink.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

class Gauge;

class GaugeSink {
 public:
  virtual ~GaugeSink() = default;
  /// `value` holds from cycle `now` on. Called once per change; several changes in one cycle: the last one counts.
  virtual void changed(std::uint32_t id, Cycle now, std::uint64_t value) = 0;
};

/// What a change touches is one line of a cache.
class alignas(64) Gauge {
 public:
  /// `capacity` 0 = unbounded.
  Gauge(std::string block, std::string name, std::uint64_t capacity = 0)
      : capacity_(capacity), block_(std::move(block)), name_(std::move(name)) {}

  void set(Cycle now, std::uint64_t value) {
    if (value == value_) return;
    if (now != since_) {
      // Only what lasted counts, so that the order of changes within one cycle cannot be seen.
      integral_ += value_ * (now - since_);
      if (value_ > max_) max_ = value_;
      since_ = now;
    }
    value_ = value;
    if (sink_ != nullptr) sink_->changed(id_, now, value);
  }
  /// On for cycle `now` only.
  void strobe(Cycle now) {
    set(now, 1);
    set(now + 1, 0);
  }
  void add(Cycle now, std::uint64_t n = 1) { set(now, value_ + n); }
  void subtract(Cycle now, std::uint64_t n = 1) { set(now, value_ - n); }

  [[nodiscard]] std::uint64_t value() const { return value_; }
  [[nodiscard]] std::uint64_t max() const { return value_ > max_ ? value_ : max_; }
  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] const std::string& block() const { return block_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Time-weighted mean over [0, end).
  [[nodiscard]] double mean(Cycle end) const {
    if (end == 0) return 0.0;
    return static_cast<double>(integral(end)) / static_cast<double>(end);
  }
  /// Sum of value x cycles over [0, end); for a 0/1 gauge the cycles it was on.
  [[nodiscard]] std::uint64_t integral(Cycle end) const {
    return integral_ + (end > since_ ? value_ * (end - since_) : 0);
  }

  /// `times` periods of `length` cycles pass. In each the integral grows by `growth`, as in the last one, and at its
  /// end the value is what it is now. Sinks do not hear of the changes within.
  void repeat(Cycle now, std::uint64_t times, Cycle length, std::uint64_t growth) {
    integral_ = integral(now) + times * growth;
    since_ = now + times * length;
    if (value_ > max_) max_ = value_;
  }

  /// From now on the sink hears nothing, until it is to again; the value is then what it heard last.
  void mute() {
    if (muted_ == nullptr) muted_ = std::exchange(sink_, nullptr);
  }
  void unmute() {
    if (muted_ != nullptr) sink_ = std::exchange(muted_, nullptr);
  }
  /// `id` is the sink's own number for this gauge.
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
