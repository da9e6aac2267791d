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

/// The machine, and how often each of its events occurred in the run.
struct RunCost {
  MachineCost machine;
  std::vector<std::uint64_t> counts;  ///< events, by index in machine.prices
  Cycle cycles = 0;                   ///< length of the run
  std::uint32_t clock_mhz = 1000;     ///< above 0

  /// Energy of a price's events in pJ; nothing: not modelled.
  [[nodiscard]] std::optional<double> energy_pj(std::size_t price) const;
  /// Energy of all events with prices, and of leakage, in pJ.
  [[nodiscard]] CostSum dynamic_pj() const;
  [[nodiscard]] CostSum leakage_pj() const;
  [[nodiscard]] double microseconds() const { return static_cast<double>(cycles) / clock_mhz; }
};

/// Returns the length of a link in um, with routers at distance `pitch_um`. A link from or to a terminal has half of
/// that distance.
[[nodiscard]] std::uint64_t link_um(const LinkStats& link, std::uint64_t pitch_um);

/// Returns the cost of a run of this machine. If the picker in use counts no rounds, their energy is not modelled.
[[nodiscard]] RunCost run_cost(MachineCost machine, const RunStats& stats, std::uint32_t clock_mhz);

}  // namespace cost
}  // namespace gantry
