// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "gantry/base/keys.h"
#include "gantry/base/own_keys.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/router_limit.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

namespace {

/// Returns the topologies with this key as text: "`mesh` and `torus`".
std::string owners_of(const OwnKey& key) {
  std::vector<std::string_view> owners;
  for (const auto& entry : builtin_topologies().entries()) {
    if (has_key(entry.keys, key.name)) owners.push_back(entry.name);
  }
  std::string text;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    text += i == 0 ? "" : i + 1 < owners.size() ? ", " : " and ";
    text += '`' + std::string(owners[i]) + '`';
  }
  return text;
}

/// Describes a topology's key: "of `mesh` and `torus`: routers in a row".
void describe_own(KeyVisitor& keys, InterconnectConfig& net, const OwnKey& key) {
  const std::string owners = owners_of(key);
  const std::string meaning = "of " + owners + ": " + std::string(key.meaning);
  if (key.form) {
    keys.form(key.name, {{"string", "object"}, "a path, or a map"}, "required by " + owners, meaning);
  } else {
    key.describe(keys, net.own, meaning);
  }
}

/// Describes the keys of the chosen topology, then those of other topologies.
void describe_shape(KeyVisitor& keys, InterconnectConfig& net) {
  KeyNames topologies;
  for (const auto& entry : builtin_topologies().entries()) topologies.push_back(entry.name);
  keys.name("topology", net.topology, topologies, "topologies", "how routers are linked");
  OwnKeyList described;
  if (const auto* topology = builtin_topologies().find(net.topology)) {
    described = topology->keys;
    for (const OwnKey& key : described) describe_own(keys, net, key);
  }
  if (!keys.applies(false)) return;
  for (const auto& entry : builtin_topologies().entries()) {
    for (const OwnKey& key : entry.keys) {
      if (has_key(described, key.name)) continue;
      described.push_back(key);
      describe_own(keys, net, key);
    }
  }
}

void describe_bytes(KeyVisitor& keys, InterconnectConfig& net) {
  keys.number("flit_bytes", net.flit_bytes, {1, kMostFlitBytes}, "bytes", "what a link carries per cycle");
  keys.number("header_bytes", net.header_bytes, {0, 4096}, "bytes",
              "added to every message's payload; a message has at least one flit");
}

void describe_routers(KeyVisitor& keys, InterconnectConfig& net, std::uint32_t fewest_channels) {
  keys.number("virtual_channels", net.virtual_channels, {fewest_channels, 8}, "",
              "per port; the lower half for requests, the rest for responses. `torus` and `ring`, and `dragonfly` but "
              "for the smallest, need 4: each half is shared out between two classes");
  keys.number("buffer_flits", net.buffer_flits, {1, 1024}, "flits", "per virtual channel and input port");
  KeyNames routings;
  for (const auto& entry : builtin_routings().entries()) routings.push_back(entry.name);
  keys.name("routing", net.routing, routings, "routings",
            "which of several ways a packet takes ([timing.md](timing.md#routing-beyond-one-path))");
  keys.choice("router", net.router, {{"low_latency", RouterKind::low_latency}, {"pipelined", RouterKind::pipelined}},
              "one stage, or stages for channel allocation, switch allocation and traversal "
              "([timing.md](timing.md#the-pipelined-router))");
  keys.choice("arbitration", net.arbitration, {{"round_robin", Arbitration::round_robin}, {"age", Arbitration::age}},
              "who goes first in a router: each in turn, or the packet that was created first "
              "([timing.md](timing.md#arbitration-by-age))");
  const bool pipelined = net.router == RouterKind::pipelined;
  if (keys.applies(!pipelined))
    keys.number(
        "router_cycles", net.router_cycles, {1, 16}, "cycles",
        "arrival in a router to the earliest switch traversal; of `low_latency`, and refused beside `pipelined`");
  if (keys.applies(pipelined)) {
    keys.flag(
        "speculative", net.speculative,
        "heads request the switch together with a virtual channel; this and the next three belong to `pipelined`, and "
        "are refused with `low_latency`");
    keys.number("channel_allocation_cycles", net.channel_allocation_cycles, {1, 16}, "cycles", "stage of heads");
    keys.number("switch_allocation_cycles", net.switch_allocation_cycles, {1, 4}, "cycles", "stage of every flit");
    keys.number("traversal_cycles", net.traversal_cycles, {1, 4}, "cycles", "stage of every flit");
  }
  keys.number("link_cycles", net.link_cycles, {1, 16}, "cycles", "switch traversal to arrival behind the link");
  using Kind = FormKey::Kind;
  keys.form("links",
            {{"array"},
             "list of `{between: [a, b], cycles, bytes}`",
             false,
             {{"between", "two routers that are linked; both ways are alike", Kind::pair, {0, kMostRouters - 1}},
              {"cycles", "cycles: switch traversal to arrival", Kind::whole, {1, kMostOwnLinkCycles}, false},
              {"bytes", "bytes: carried per cycle, up to flit_bytes", Kind::whole, {1, kMostFlitBytes}, false}},
             2},
            "none", "links that are longer or narrower than the others ([network.md](network.md#links-of-their-own))");
  keys.number("credit_cycles", net.credit_cycles, {1, 16}, "cycles",
              "from a flit leaving a buffer until its slot can be used upstream");
}

}  // namespace

void describe(KeyVisitor& keys, InterconnectConfig& net) {
  describe_shape(keys, net);
  describe_bytes(keys, net);
  describe_routers(keys, net, 2);
}

void describe(KeyVisitor& keys, OneKindInterconnect& net) {
  describe_shape(keys, net.config);
  keys.number("flit_bytes", net.config.flit_bytes, {1, kMostFlitBytes}, "bytes",
              "what a link carries per cycle; for energy and for links with `bytes` of their own, the rest is counted "
              "in flits");
  describe_routers(keys, net.config, 1);
}

}  // namespace network
}  // namespace gantry
