// SPDX-License-Identifier: Apache-2.0
// Passes the changes of a gauge, which has one sink, on to several recorders, such as a trace and a waveform.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/kernel/gauge.h"

namespace gantry {

/// A sink that numbers its gauges.
class GaugeRecorder : public GaugeSink {
 public:
  /// Adds a gauge and returns the number under which its changes are reported. Add all gauges before the first change.
  virtual std::uint32_t add(const Gauge& gauge) = 0;
};

class GaugeFanOut final : public GaugeSink {
 public:
  /// The recorders must outlive the fan-out. Add them before the first gauge.
  void add_recorder(GaugeRecorder& recorder) { recorders_.push_back(&recorder); }

  [[nodiscard]] bool any() const { return !recorders_.empty(); }

  /// Connects `gauge` to all recorders. The fan-out must outlive its last change.
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
  std::vector<std::uint32_t> numbers_;  // number of every gauge at every recorder
};

}  // namespace gantry
