// SPDX-License-Identifier: Apache-2.0
#include "sweep/searches/drawn.h"

#include <algorithm>

namespace gantry {
namespace {

/// Draws in a row that may bring nothing new before the rest is looked for one by one.
constexpr std::uint64_t kInVain = 1000;

}  // namespace

std::vector<Configuration> DrawnSearch::propose(const std::vector<Tried>& tried) {
  std::vector<Configuration> batch;
  if (!tried.empty()) return batch;
  std::set<Configuration> seen;
  const std::uint64_t count = std::min(options_.count, space_.study.configurations());
  for (std::uint64_t in_vain = 0; batch.size() < count && in_vain < kInVain;) {
    Configuration drawn = draw();
    in_vain = seen.insert(drawn).second && space_.allowed(drawn) ? 0 : in_vain + 1;
    if (in_vain == 0) batch.push_back(std::move(drawn));
  }
  // Of a small space nearly all configurations are wanted, or nearly all are excluded.
  Configuration next(space_.study.axes.size(), 0);
  if (batch.size() == count || space_.study.configurations() > kInVain * kInVain) return batch;
  do {
    if (seen.count(next) == 0 && space_.allowed(next)) batch.push_back(next);
  } while (batch.size() < count && next_configuration(space_.study, next));
  return batch;
}

}  // namespace gantry
