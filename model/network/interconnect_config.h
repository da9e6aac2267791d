// SPDX-License-Identifier: Apache-2.0
// Configuration of the interconnect: a section of the architecture file. Every default is defined here only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/own_values.h"
#include "gantry/network/link_shape.h"

namespace gantry {
inline namespace network {

struct RoutedGraph;

enum class RouterKind : std::uint8_t { low_latency, pipelined };
/// Which of several requests an arbiter grants: the next one in round robin, or that of the oldest packet.
enum class Arbitration : std::uint8_t { round_robin, age };

struct InterconnectConfig {
  std::string topology = "mesh";
  OwnValues own;                             ///< values of the topology's own keys, such as "columns"
  std::shared_ptr<const RoutedGraph> graph;  ///< routers and links of the topology `graph`; else nullptr
  std::uint32_t flit_bytes = 32;             ///< 1..4096
  std::uint32_t header_bytes = 8;            ///< header of a message, 0..4096; a message has at least one flit
  std::uint32_t virtual_channels = 2;        ///< per port, 2..8; the lower half for requests, the rest for responses
  std::uint32_t buffer_flits = 8;            ///< per virtual channel, 1..1024
  std::string routing = "fixed";
  RouterKind router = RouterKind::low_latency;
  Arbitration arbitration = Arbitration::round_robin;
  std::uint32_t router_cycles = 1;  ///< low_latency: arrival in a router to the earliest switch traversal, 1..16
  std::uint32_t link_cycles = 1;    ///< switch traversal to arrival behind the link, 1..16
  OwnLinks links;                   ///< links with a shape of their own
  std::uint32_t credit_cycles = 1;  ///< departure of a flit to its buffer slot being usable upstream, 1..16
  bool speculative = false;         ///< pipelined: heads request the switch and a virtual channel in one cycle
  std::uint32_t channel_allocation_cycles = 1;  ///< pipelined: VC allocation of heads, 1..16
  std::uint32_t switch_allocation_cycles = 1;   ///< pipelined: switch allocation of every flit, 1..4
  std::uint32_t traversal_cycles = 1;           ///< pipelined: switch traversal of every flit, 1..4
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, InterconnectConfig& net);
/// An interconnect whose packets are of one kind and given in flits. One virtual channel is enough, and bytes matter
/// only for energy and for links with a width of their own.
struct OneKindInterconnect {
  InterconnectConfig& config;
};
void describe(KeyVisitor& keys, OneKindInterconnect& net);

}  // namespace network
}  // namespace gantry
