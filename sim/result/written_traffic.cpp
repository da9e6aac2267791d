// SPDX-License-Identifier: Apache-2.0
#include "result/written_traffic.h"

#include "result/output_names.h"

namespace gantry {

WrittenTraffic read_written_traffic(Keys& keys, const Keys::Json& root) {
  WrittenTraffic written;
  for (const Keys::Json& entry : keys.array(root, "", "outputs")) {
    written.links = written.links || entry == kLinksFile;
    written.link_load = written.link_load || entry == kLinkLoadFile;
    written.packets = written.packets || entry == kPacketsFile;
  }
  if (!written.links && !written.packets) return written;
  TrafficTotals& totals = written.totals;
  totals.cycles = keys.count(root, "", "cycles");
  const Keys::Json& net = keys.object(root, "", "interconnect");
  totals.packets = keys.count(net, "interconnect", "packets");
  totals.flits = keys.count(net, "interconnect", "flits");
  totals.flit_hops = keys.count(net, "interconnect", "flit_hops");
  totals.drained = keys.flag(root, "", "complete");
  totals.latency = LatencyClaim::read(keys, net, "interconnect");
  totals.background.emplace();
  if (!root.contains("background")) return written;
  const Keys::Json& background = keys.object(root, "", "background");
  totals.background->packets = keys.count(background, "background", "packets");
  totals.background->flits = keys.count(background, "background", "flits");
  totals.background->latency = LatencyClaim::read(keys, background, "background");
  totals.drained = keys.count(background, "background", "in_flight") == 0 && totals.drained;
  return written;
}

}  // namespace gantry
