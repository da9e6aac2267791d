// SPDX-License-Identifier: Apache-2.0
// What a machine costs before it runs: area and leakage of its parts, and the price of everything that happens in a
// run. Whatever has no figures is there without numbers: it is not modelled, and not 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/cost/figures.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace cost {

struct CostPart {
  std::string block;
  std::uint64_t count = 1;         ///< equal ones; the numbers are of all together
  std::optional<double> area_um2;  ///< nothing: not modelled
  std::optional<double> leakage_mw;
  Range area_range;
  Range leakage_range;
  std::string estimator;  ///< who says so; of what is not modelled why
};

/// What a run counts that costs energy.
enum class Counted : std::uint8_t {
  descriptors_read,
  predecessor_looks,
  jobs_issued,
  jobs_completed,
  picker_rounds,
  router_flits,  ///< through routers of `ports` ports
  link_flit_um,  ///< flits times the lengths of the links that they crossed, in um
  memory_bytes,
  busy_cycles,  ///< of the processors of `type`
  jobs,         ///< of the same
  tasks_submitted,
};

struct EventPrice {
  std::string block;
  std::string event;
  Counted counted = Counted::jobs_issued;
  std::string counter;       ///< where the files of a run have the count
  std::optional<double> pj;  ///< of one; nothing: not modelled
  Range range;
  std::string estimator;
  std::uint32_t ports = 0;  ///< of router_flits
  std::string type;         ///< of busy_cycles and jobs
};

/// Of something that a part or an event does not say, or that has neither.
struct NotModelled {
  std::string block;
  std::string what;
  std::string why;
};

struct MachineCost {
  double node_nm = 0.0;
  std::vector<CostPart> parts;
  std::vector<EventPrice> prices;
  std::vector<std::uint32_t> router_ports;  ///< by router; those of a background's sources are not the machine's
  std::uint64_t tile_um = 0;                ///< side of the square of an endpoint
  std::string tile_from;                    ///< who says so
  std::uint64_t pitch_um = 0;               ///< between neighbouring routers of the topology's picture

  /// Parts and events without a number, and what neither has.
  [[nodiscard]] std::vector<NotModelled> not_modelled() const;
};

/// Of a sum its least and its most likely values, too.
struct CostSum {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;

  void add(double amount, Range range) {
    value += amount;
    low += amount * range.low;
    high += amount * range.high;
  }
};

[[nodiscard]] CostSum area_um2(const MachineCost& machine);
[[nodiscard]] CostSum leakage_mw(const MachineCost& machine);

/// `picker` is the policy's name. Throws std::invalid_argument for a machine that cannot be built.
[[nodiscard]] MachineCost machine_cost(const Architecture& architecture, const std::string& picker,
                                       const CostFigures& figures);

}  // namespace cost
}  // namespace gantry
