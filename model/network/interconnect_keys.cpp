// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "gantry/base/keys.h"
#include "gantry/base/own_keys.h"
#include "gantry/base/section_code.h"
#include "gantry/network/control_config.h"
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

/// Which lines of an interconnect's keys a section has.
struct Lines {
  bool routers = true;  ///< those of routers; a star has none
  bool files = true;    ///< topologies and links that readers of their own read
};

/// Describes the keys of the chosen topology, then those of other topologies.
void describe_own_keys(KeyVisitor& keys, InterconnectConfig& net, Lines lines = {}) {
  OwnKeyList described;
  if (const auto* topology = builtin_topologies().find(net.topology)) {
    described = topology->keys;
    for (const OwnKey& key : described) describe_own(keys, net, key);
  }
  if (!keys.applies(false)) return;
  for (const auto& entry : builtin_topologies().entries()) {
    for (const OwnKey& key : entry.keys) {
      if (has_key(described, key.name) || (key.form && !lines.files)) continue;
      described.push_back(key);
      describe_own(keys, net, key);
    }
  }
}

void describe_shape(KeyVisitor& keys, InterconnectConfig& net) {
  KeyNames topologies;
  for (const auto& entry : builtin_topologies().entries()) topologies.push_back(entry.name);
  keys.name("topology", net.topology, topologies, "topologies", "how routers are linked");
  describe_own_keys(keys, net);
}

void describe_bytes(KeyVisitor& keys, InterconnectConfig& net, Lines lines = {}) {
  if (keys.applies(lines.routers))
    keys.number("flit_bytes", net.flit_bytes, {1, kMostFlitBytes}, "bytes", "what a link carries per cycle");
  keys.number("header_bytes", net.header_bytes, {0, 4096}, "bytes",
              "added to every message's payload; a message has at least one flit");
}

void describe_stages(KeyVisitor& keys, InterconnectConfig& net, std::uint32_t fewest_channels) {
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
}

void describe_routers(KeyVisitor& keys, InterconnectConfig& net, std::uint32_t fewest_channels, Lines lines = {}) {
  if (keys.applies(lines.routers)) describe_stages(keys, net, fewest_channels);
  keys.number("link_cycles", net.link_cycles, {1, 16}, "cycles", "switch traversal to arrival behind the link");
  if (!keys.applies(lines.routers)) return;
  using Kind = FormKey::Kind;
  if (lines.files)
    keys.form("links",
              {{"array"},
               "list of `{between: [a, b], cycles, bytes}`",
               false,
               {{"between", "two routers that are linked; both ways are alike", Kind::pair, {0, kMostRouters - 1}},
                {"cycles", "cycles: switch traversal to arrival", Kind::whole, {1, kMostOwnLinkCycles}, false},
                {"bytes", "bytes: carried per cycle, up to flit_bytes", Kind::whole, {1, kMostFlitBytes}, false}},
               2},
              "none",
              "links that are longer or narrower than the others ([network.md](network.md#links-of-their-own))");
  keys.number("credit_cycles", net.credit_cycles, {1, 16}, "cycles",
              "from a flit leaving a buffer until its slot can be used upstream");
}

}  // namespace

bool is_control_topology(std::string_view name) {
  const auto* entry = builtin_topologies().find(name);
  if (entry == nullptr) return false;
  return std::none_of(entry->keys.begin(), entry->keys.end(), [](const OwnKey& key) { return bool{key.form}; });
}

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

void describe(KeyVisitor& keys, ControlConfig& control) {
  KeyNames topologies = {kNoControl, kStar};
  for (const auto& entry : builtin_topologies().entries()) {
    if (is_control_topology(entry.name)) topologies.push_back(entry.name);
  }
  keys.name("topology", control.topology, topologies, "topologies",
            "`none`: all messages go over the interconnect; `star`: a wire to each endpoint and one back, with "
            "`link_cycles` and `header_bytes` of these keys; else as `interconnect.topology`, for host, scheduler and "
            "processors, with keys of its own that mean what they mean in `interconnect`");
  const Lines lines{control.on() && !control.is_star(), false};
  if (keys.applies(lines.routers)) describe_own_keys(keys, control, lines);
  if (!keys.applies(control.on())) return;
  describe_bytes(keys, control, lines);
  describe_routers(keys, control, 1, lines);
}

}  // namespace network

template class Section<ControlConfig>;

}  // namespace gantry
