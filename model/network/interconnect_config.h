// SPDX-License-Identifier: Apache-2.0
// The interconnect as numbers: its section of the architecture file. Every default lives here and nowhere else.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gantry/base/own_keys.h"
#include "gantry/network/link_shape.h"

namespace gantry {
inline namespace network {

struct RoutedGraph;

enum class RouterKind : std::uint8_t { low_latency, pipelined };
/// Which of several flits goes first.
enum class Arbitration : std::uint8_t { round_robin, age };

struct InterconnectConfig {
  std::string topology = "mesh";
  OwnValues own;                             ///< of the topology's own keys, "columns": its file tells them
  std::shared_ptr<const RoutedGraph> graph;  ///< of the topology of that name
  std::uint32_t flit_bytes = 32;             ///< 1..4096
  std::uint32_t header_bytes = 8;            ///< per message, 0..4096 (a message has at least one flit)
  std::uint32_t virtual_channels = 2;        ///< per port, 2..8, split evenly: low half requests, rest responses
  std::uint32_t buffer_flits = 8;            ///< per virtual channel, 1..1024
  std::string routing = "fixed";
  RouterKind router = RouterKind::low_latency;
  Arbitration arbitration = Arbitration::round_robin;
  std::uint32_t router_cycles = 1;  ///< low_latency: arrival in a router to earliest switch traversal, 1..16
  std::uint32_t link_cycles = 1;    ///< switch traversal to arrival behind the link, 1..16
  OwnLinks links;                   ///< that are not like the others
  std::uint32_t credit_cycles = 1;  ///< a flit leaves a buffer to its place being usable upstream, 1..16
  bool speculative = false;         ///< pipelined: heads ask for the switch while they ask for a virtual channel
  std::uint32_t channel_allocation_cycles = 1;  ///< pipelined: stage of heads, 1..16
  std::uint32_t switch_allocation_cycles = 1;   ///< pipelined: stage of every flit, 1..4
  std::uint32_t traversal_cycles = 1;           ///< pipelined: stage of every flit, 1..4
};

/// Its keys (base/keys.h).
void describe(KeyVisitor& keys, InterconnectConfig& net);
/// The keys of an interconnect that carries packets of one kind, given in flits: one channel is enough, and bytes
/// matter for energy alone.
struct OneKindInterconnect {
  InterconnectConfig& config;
};
void describe(KeyVisitor& keys, OneKindInterconnect& net);

}  // namespace network
}  // namespace gantry
