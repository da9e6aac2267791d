// SPDX-License-Identifier: Apache-2.0
// A counter's changes in bounded memory. As long as they are few enough, each is kept at its own cycle. Else the
// counter is sampled at the multiples of 2^k cycles, k as small as will do: a sample is the value that the counter has
// in that cycle, and stands there if it differs from the sample before.
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

  /// At most `most` samples (at least 2).
  explicit CounterSamples(std::size_t most = 1024) : most_(most) {}

  void limit(std::size_t most) { most_ = std::max<std::size_t>(most, 2); }
  /// In order of cycles.
  void changed(Cycle at, std::uint64_t value) {
    put(samples_, at, value);
    while (samples_.size() > most_) {
      ++exponent_;
      std::vector<Sample> fewer;
      for (const Sample& sample : samples_) put(fewer, sample.at, sample.value);
      samples_ = std::move(fewer);
    }
  }
  /// The last one may stand up to 2^k - 1 cycles behind the last change.
  [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }
  /// Cycles between samples.
  [[nodiscard]] Cycle apart() const { return Cycle{1} << exponent_; }

 private:
  void put(std::vector<Sample>& to, Cycle at, std::uint64_t value) const {
    const Cycle grid = (at + apart() - 1) / apart() * apart();
    if (!to.empty() && to.back().at == grid) to.pop_back();  // what it was before in that cycle
    if (to.empty() || to.back().value != value) to.push_back({grid, value});
  }

  std::size_t most_;
  unsigned exponent_ = 0;
  std::vector<Sample> samples_;
};

}  // namespace gantry
