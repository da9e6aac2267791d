// SPDX-License-Identifier: Apache-2.0
// What the annealings share: how they cool, which units they move, and how often they look up.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

/// Cools from `hot` to nothing, as a parabola.
class Heat {
 public:
  Heat(double hot, std::uint64_t iterations) : hot_(hot), iterations_(static_cast<double>(iterations)) {}
  /// The worsening that is accepted: an exponential variate times the temperature, which is Metropolis's rule.
  double allowance(RandomBits& bits, std::uint64_t iteration) const;

 private:
  double hot_;
  double iterations_;
};

/// Below `bound`, which is not 0.
std::uint32_t draw(RandomBits& bits, std::size_t bound);

/// Where a unit may be moved to: mostly beside somebody it exchanges data with.
std::uint32_t draw_target(const PipelineItems& items, const std::vector<std::uint32_t>& resource, std::uint32_t unit,
                          RandomBits& bits);

struct UnitMove {
  std::uint32_t unit;
  std::uint32_t from;
  std::uint32_t to;
};

/// A unit to another resource; sometimes a stretch of the flow, whose single units would all stay for their neighbours'
/// sake; sometimes one comes back in exchange. Nothing if what was drawn changes nothing.
void draw_moves(const PipelineItems& items, const std::vector<std::uint32_t>& resource, RandomBits& bits,
                std::vector<UnitMove>& moves);

/// Iterations between two looks at the outside: fewer, the larger the model.
std::uint64_t look_up_every(const PipelineItems& items);

/// First the bytes over the limits, then the value.
bool better(std::uint64_t excess_a, Time value_a, std::uint64_t excess_b, Time value_b);

}  // namespace gantry::plan
