// SPDX-License-Identifier: Apache-2.0
// A Gauge has one sink; the fan-out lets a trace and a waveform listen together.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/kernel/gauge.h"

namespace gantry {

/// A sink that numbers the gauges it listens to.
class GaugeRecorder : public GaugeSink {
 public:
  /// The number under which changes of `gauge` are to be reported. All gauges come before the first change.
  virtual std::uint32_t add(const Gauge& gauge) = 0;
};

class GaugeFanOut final : public GaugeSink {
 public:
  /// The recorders must outlive the fan-out and come before the first gauge.
  void add_recorder(GaugeRecorder& recorder) { recorders_.push_back(&recorder); }

  /// From now on every recorder hears `gauge`, which must not outlive the fan-out while it changes.
  void add(Gauge& gauge) {
    if (recorders_.empty()) return;
    const auto id = static_cast<std::uint32_t>(numbers_.size() / recorders_.size());
    for (GaugeRecorder* recorder : recorders_) numbers_.push_back(recorder->add(gauge));
    gauge.listen(this, id);
  }

  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override {
    for (std::size_t i = 0; i < recorders_.size(); ++i) {
      recorders_[i]->changed(numbers_[id * recorders_.size() + i], now, value);
    }
  }

 private:
  std::vector<GaugeRecorder*> recorders_;
  std::vector<std::uint32_t> numbers_;  // of every gauge, at every recorder
};

}  // namespace gantry
