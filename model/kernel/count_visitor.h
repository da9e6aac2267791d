// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gantry {
inline namespace kernel {

class Gauge;

/// Visitor of all counts of a unit, always in the same order. Code that does not know their meaning can so save,
/// compare and multiply counts.
class CountVisitor {
 public:
  virtual ~CountVisitor() = default;
  /// Visits a number that only grows, by the same amount in every repeated period.
  virtual void count(std::uint64_t& counter) = 0;
  /// Visits a level with its time integral and maximum.
  virtual void level(Gauge& gauge) = 0;
};

}  // namespace kernel
}  // namespace gantry
