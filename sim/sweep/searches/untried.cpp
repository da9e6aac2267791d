// SPDX-License-Identifier: Apache-2.0
#include "sweep/searches/untried.h"

namespace gantry {
namespace {

/// Draws without a new configuration after which a space that is not too large is searched completely.
constexpr std::uint64_t kDrawsInVain = 1000;
constexpr std::uint64_t kLookedThrough = 1'000'000;

}  // namespace

bool Untried::take(const Configuration& configuration) {
  return has(configuration) && taken_.insert(configuration).second;
}

std::optional<Configuration> Untried::draw(RandomBits& bits) {
  Configuration drawn;
  for (std::uint64_t i = 0; i < kDrawsInVain; ++i) {
    drawn = random_configuration(space_.study, bits);
    if (take(drawn)) return drawn;
  }
  if (space_.study.configurations() > kLookedThrough) return std::nullopt;
  drawn.assign(space_.study.axes.size(), 0);
  do {
    if (take(drawn)) return drawn;
  } while (next_configuration(space_.study, drawn));
  return std::nullopt;
}

Configuration random_configuration(const Study& study, RandomBits& bits) {
  Configuration drawn;
  for (const StudyAxis& axis : study.axes)
    drawn.push_back(static_cast<std::uint32_t>(random_below(bits, axis.choices.size())));
  return drawn;
}

}  // namespace gantry
