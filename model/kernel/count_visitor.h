// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "gantry/kernel/gauge.h"

namespace gantry {
inline namespace kernel {

/// Visits everything that is counted somewhere, always in the same order: so counts can be saved, compared and changed
/// by code that does not know what they mean.
class CountVisitor {
 public:
  virtual ~CountVisitor() = default;
  /// A number that only grows, by the same amount in every period of what repeats.
  virtual void count(std::uint64_t& counter) = 0;
  /// A level with its time integral and maximum.
  virtual void level(Gauge& gauge) = 0;
};

}  // namespace kernel
}  // namespace gantry
