// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/search_steps.h"

#include <algorithm>

namespace gantry::plan {
namespace {

constexpr std::uint64_t kMostLookUp = 256;
constexpr std::uint64_t kItemsUnseen = 50000;  // items that are evaluated between two looks, about
constexpr std::uint64_t kMostTogether = 16;    // units that one step moves

}  // namespace

double Heat::allowance(RandomBits& bits, std::uint64_t iteration) const {
  const double rest = 1 - static_cast<double>(iteration) / iterations_;
  const double variate =
      static_cast<double>(random_exponential(bits)) / static_cast<double>(std::uint64_t{1} << kExponentialBits);
  return hot_ * rest * rest * variate;
}

std::uint32_t draw(RandomBits& bits, std::size_t bound) {
  return static_cast<std::uint32_t>(random_below(bits, bound));
}

std::uint32_t draw_target(const PipelineItems& items, const std::vector<std::uint32_t>& resource, std::uint32_t unit,
                          RandomBits& bits) {
  if (random_below(bits, 4) != 0) {
    const auto& members = items.members(unit);
    const std::uint32_t i = members[draw(bits, members.size())];
    const std::size_t edges = items.in(i).size() + items.out(i).size();
    if (edges > 0) {
      const std::size_t k = draw(bits, edges);
      const std::uint32_t other = k < items.in(i).size() ? items.edges()[items.in(i)[k]].from
                                                         : items.edges()[items.out(i)[k - items.in(i).size()]].to;
      return resource[items.unit(other)];
    }
  }
  return draw(bits, items.model().resources.size());
}

void draw_moves(const PipelineItems& items, const std::vector<std::uint32_t>& resource, RandomBits& bits,
                std::vector<UnitMove>& moves) {
  moves.clear();
  const std::vector<std::uint32_t>& order = items.unit_order();
  const std::uint32_t at = draw(bits, order.size());
  const std::uint32_t from = resource[order[at]];
  const std::uint32_t to = draw_target(items, resource, order[at], bits);
  const std::uint64_t together = random_below(bits, 3) == 0 ? 1 + random_below(bits, kMostTogether) : 1;
  const bool swap = random_below(bits, 8) == 0;
  const std::uint32_t back = order[draw(bits, order.size())];
  if (from == to) return;
  for (std::size_t k = at; k < order.size() && moves.size() < together; ++k) {
    if (resource[order[k]] == from && items.can_run(order[k], to)) moves.push_back({order[k], from, to});
  }
  if (swap && resource[back] == to && items.can_run(back, from)) moves.push_back({back, to, from});
}

std::uint64_t look_up_every(const PipelineItems& items) {
  return std::clamp<std::uint64_t>(kItemsUnseen / (items.size() + 1), 1, kMostLookUp);
}

bool better(std::uint64_t excess_a, Time value_a, std::uint64_t excess_b, Time value_b) {
  return excess_a != excess_b ? excess_a < excess_b : value_a < value_b;
}

}  // namespace gantry::plan
