// SPDX-License-Identifier: Apache-2.0
// Changes of a counter in bounded memory. While there are few, each is kept at its own cycle. Otherwise the counter is
// sampled every 2^k cycles, with k as small as possible. A sample is kept if its value differs from the previous one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {

class CounterSamples {
 public:
  struct Sample {
    Cycle at;
    std::uint64_t value;
  };

  /// `most`: largest number of samples, at least 2.
  explicit CounterSamples(std::size_t most = 1024) : most_(most) {}

  void limit(std::size_t most) { most_ = std::max<std::size_t>(most, 2); }
  /// Adds a change. Cycles must not decrease.
  void changed(Cycle at, std::uint64_t value) {
    put(samples_, at, value);
    while (samples_.size() > most_) {
      ++exponent_;
      std::vector<Sample> fewer;
      for (const Sample& sample : samples_) put(fewer, sample.at, sample.value);
      samples_ = std::move(fewer);
    }
  }
  /// The samples. The last one may be up to 2^k - 1 cycles later than the last change.
  [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }
  /// Cycles between samples.
  [[nodiscard]] Cycle apart() const { return Cycle{1} << exponent_; }

 private:
  void put(std::vector<Sample>& to, Cycle at, std::uint64_t value) const {
    const Cycle grid = (at + apart() - 1) / apart() * apart();
    if (!to.empty() && to.back().at == grid) to.pop_back();  // the previous value in that cycle
    if (to.empty() || to.back().value != value) to.push_back({grid, value});
  }

  std::size_t most_;
  unsigned exponent_ = 0;
  std::vector<Sample> samples_;
};

}  // namespace gantry
