// SPDX-License-Identifier: Apache-2.0
// What a run costs: what it counted, times the prices of its machine, and the machine's leakage for as long as it took.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/cost/machine_cost.h"
#include "gantry/platform/run_stats.h"

namespace gantry {
inline namespace cost {

struct RunCost {
  MachineCost machine;
  std::vector<std::uint64_t> counts;  ///< of each price of the machine
  Cycle cycles = 0;
  std::uint32_t clock_mhz = 1000;

  /// Nothing: not modelled.
  [[nodiscard]] std::optional<double> energy_pj(std::size_t price) const;
  [[nodiscard]] CostSum dynamic_pj() const;
  [[nodiscard]] CostSum leakage_pj() const;
  [[nodiscard]] double microseconds() const { return static_cast<double>(cycles) / clock_mhz; }
};

/// Length of a link as it is laid out, with tiles a pitch apart; to a terminal half a pitch.
[[nodiscard]] std::uint64_t link_um(const LinkStats& link, std::uint64_t pitch_um);

[[nodiscard]] RunCost run_cost(MachineCost machine, const RunStats& stats, std::uint32_t clock_mhz);

}  // namespace cost
}  // namespace gantry
