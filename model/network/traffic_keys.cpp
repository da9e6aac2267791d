// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gantry/base/keys.h"
#include "gantry/network/traffic_pattern.h"

namespace gantry {
inline namespace network {

void describe(KeyVisitor& keys, TrafficKeys& traffic) {
  TrafficSpec& spec = traffic.spec;
  keys.choice("pattern", spec.pattern,
              {{"uniform", TrafficPattern::uniform},
               {"transpose", TrafficPattern::transpose},
               {"bit_complement", TrafficPattern::bit_complement},
               {"tornado", TrafficPattern::tornado},
               {"neighbor", TrafficPattern::neighbor},
               {"hotspot", TrafficPattern::hotspot},
               {"trace", TrafficPattern::trace}},
              "who sends to whom ([the patterns](network.md#keys-of-an-experiment))");
  if (keys.applies(spec.pattern == TrafficPattern::uniform))
    keys.flag("self", spec.self, "of `uniform`: a node is among its own destinations");
  if (keys.applies(spec.pattern == TrafficPattern::hotspot)) {
    keys.form("hotspot", {{"object"}, "`{node, fraction}`"}, "required by `hotspot`",
              "this share of all packets (above 0, up to 1) goes to `node`, the rest is uniform");
  }
  if (keys.applies(spec.pattern != TrafficPattern::trace)) {
    spec.packet_flits = std::max(spec.packet_flits, traffic.least_flits);
    keys.number("packet_flits", spec.packet_flits, {traffic.least_flits, kMostPacketFlits}, "flits",
                "length of every packet");
    keys.form("packets_per_cycle", {{"number", "array"}, "0.000001 to 1, or a list"}, "required without `saturation`",
              "packets per cycle and node; a list, in which each stands once, gives one point each");
  }
  if (keys.applies(spec.pattern == TrafficPattern::trace)) {
    keys.form("packets", {{"array"}, "list of `[cycle, from, to, flits]`"}, "required by `trace`",
              "explicit packets, per node in order of cycles; cycles from 1");
  }
}

}  // namespace network
}  // namespace gantry
