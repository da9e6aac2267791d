// SPDX-License-Identifier: Apache-2.0
// Common parts of the annealings: cooling, choice of units to move, and polling.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

/// Cooling schedule: a parabola from `hot` to 0.
class Heat {
 public:
  Heat(double hot, std::uint64_t iterations) : hot_(hot), iterations_(static_cast<double>(iterations)) {}
  /// Returns the accepted worsening: an exponential variate times the temperature (Metropolis's rule). `iteration`:
  /// from 0 to the number of iterations.
  double allowance(RandomBits& bits, std::uint64_t iteration) const;

 private:
  double hot_;
  double iterations_;
};

/// Returns a random number below `bound`. Precondition: bound > 0.
std::uint32_t draw(RandomBits& bits, std::size_t bound);

/// Draws a resource for a unit, usually one that holds a unit with which it exchanges data.
std::uint32_t draw_target(const PipelineItems& items, const std::vector<std::uint32_t>& resource, std::uint32_t unit,
                          RandomBits& bits);

struct UnitMove {
  std::uint32_t unit;
  std::uint32_t from;
  std::uint32_t to;
};

/// Draws moves: a unit to another resource; sometimes an interval of the flow, whose units would each stay near their
/// neighbours; sometimes a swap. Empty if the draw changes nothing.
void draw_moves(const PipelineItems& items, const std::vector<std::uint32_t>& resource, RandomBits& bits,
                std::vector<UnitMove>& moves);

/// Iterations between two polls: fewer for larger models.
std::uint64_t look_up_every(const PipelineItems& items);

/// Compares by bytes over the limits, then by value.
bool better(std::uint64_t excess_a, Time value_a, std::uint64_t excess_b, Time value_b);

}  // namespace gantry::plan
