// SPDX-License-Identifier: Apache-2.0
// Cost of a machine before a run: area and leakage of its parts, and the energy per event of a run. Parts and events
// without figures are listed without numbers: they are not modelled, which is not the same as 0.
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
  std::uint64_t count = 1;           ///< number of equal parts; the numbers are for all of them
  std::optional<double> area_um2;    ///< nothing: not modelled
  std::optional<double> leakage_mw;  ///< nothing: not modelled
  Range area_range;
  Range leakage_range;
  std::string estimator;  ///< source of the numbers; without numbers: the reason
};

/// Events of a run that cost energy.
enum class Counted : std::uint8_t {
  descriptors_read,
  predecessor_looks,
  jobs_issued,
  jobs_completed,
  picker_rounds,
  router_flits,          ///< flits through routers with `ports` ports
  link_flit_um,          ///< flits times the lengths of their links, in um
  control_router_flits,  ///< of the control network, as router_flits
  control_flit_um,       ///< ... as link_flit_um
  control_byte_um,       ///< bytes of messages of a star, times the lengths of their wires, in um
  memory_bytes,
  busy_cycles,  ///< busy cycles of the processors of `type`
  jobs,         ///< jobs of the processors of `type`
  tasks_submitted,
  part_looks,   ///< parts looked up in the data directory
  store_bytes,  ///< bytes that local stores of `bytes` bytes read or wrote
};

struct EventPrice {
  std::string block;
  std::string event;
  Counted counted = Counted::jobs_issued;
  std::string counter;       ///< name of the count in the files of a run
  std::optional<double> pj;  ///< per event; nothing: not modelled
  Range range;
  std::string estimator;
  std::uint32_t ports = 0;  ///< ports of the routers, for router_flits
  std::string type;         ///< type of the processors, for busy_cycles and jobs
  std::uint64_t bytes = 0;  ///< size of the stores, for store_bytes
};

/// A part or event without a number, or a cost that neither covers, and the reason.
struct NotModelled {
  std::string block;
  std::string what;
  std::string why;
};

struct MachineCost {
  double node_nm = 0.0;  ///< process node
  std::vector<CostPart> parts;
  std::vector<EventPrice> prices;
  std::vector<std::uint32_t> router_ports;          ///< by router, without the terminals of background traffic
  std::vector<std::uint32_t> control_router_ports;  ///< of the control network; empty: none, or a star
  std::uint64_t tile_um = 0;                        ///< side of an endpoint's square, in um
  std::string tile_from;                            ///< source of `tile_um`
  std::uint64_t pitch_um = 0;  ///< distance of neighbouring routers in the topology's picture, in um

  /// Returns everything that the cost leaves out.
  [[nodiscard]] std::vector<NotModelled> not_modelled() const;
};

/// A sum, and its lower and upper value: the sums at both ends of all ranges.
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

/// Sum over the parts that have an area; likewise leakage.
[[nodiscard]] CostSum area_um2(const MachineCost& machine);
[[nodiscard]] CostSum leakage_mw(const MachineCost& machine);

/// Returns the cost of a machine. `picker`: name of the policy. Throws Error for a machine that cannot
/// be built.
[[nodiscard]] MachineCost machine_cost(const Architecture& architecture, const std::string& picker,
                                       const CostFigures& figures);

}  // namespace cost
}  // namespace gantry
