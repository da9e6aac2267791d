// SPDX-License-Identifier: Apache-2.0
// Energy of a run: its counts times the prices of its machine, and leakage times its duration.
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
  std::vector<std::uint64_t> counts;  ///< by price of the machine
  Cycle cycles = 0;
  std::uint32_t clock_mhz = 1000;

  /// Energy of a price's events in pJ; nothing: not modelled.
  [[nodiscard]] std::optional<double> energy_pj(std::size_t price) const;
  [[nodiscard]] CostSum dynamic_pj() const;
  [[nodiscard]] CostSum leakage_pj() const;
  [[nodiscard]] double microseconds() const { return static_cast<double>(cycles) / clock_mhz; }
};

/// Returns the length of a link in um, with routers at distance `pitch_um`. A link to a terminal has half of it.
[[nodiscard]] std::uint64_t link_um(const LinkStats& link, std::uint64_t pitch_um);

[[nodiscard]] RunCost run_cost(MachineCost machine, const RunStats& stats, std::uint32_t clock_mhz);

}  // namespace cost
}  // namespace gantry
