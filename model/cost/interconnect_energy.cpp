// SPDX-License-Identifier: Apache-2.0
#include "gantry/cost/interconnect_energy.h"

#include <set>
#include <vector>

#include "gantry/cost/estimators.h"
#include "gantry/cost/run_energy.h"

namespace gantry {
inline namespace cost {

CostSum traffic_energy_pj(const InterconnectConfig& config, const InterconnectTraffic& traffic,
                          const CostFigures& figures) {
  const Estimators estimators(figures);
  CostSum sum;
  std::set<std::uint32_t> with_nodes;
  for (const LinkStats& link : traffic.links) {
    if (link.kind == LinkKind::entry) with_nodes.insert(link.to);
  }
  for (const RouterStats& router : traffic.routers) {
    const Estimated flit = estimators.router_flit(config, router.outputs);
    sum.add(static_cast<double>(router.flits) * flit.value, flit.range);
  }
  const Figure& side = figures[FigureId::tile_side];
  const auto nodes = static_cast<std::uint32_t>(traffic.terminals.size());
  const std::uint64_t pitch =
      router_pitch_um(side.value * 1000.0, nodes, static_cast<std::uint32_t>(with_nodes.size()));
  const Estimated wire = estimators.link_flit_um(config);
  double flit_um = 0.0;
  for (const LinkStats& link : traffic.links) {
    flit_um += static_cast<double>(link.flits) * static_cast<double>(link_um(link, pitch));
  }
  sum.add(flit_um * wire.value, wire.range * side.range);
  return sum;
}

}  // namespace cost
}  // namespace gantry
