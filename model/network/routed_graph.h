// SPDX-License-Identifier: Apache-2.0
// Routers and links as somebody gives them, and the ways of packets through them: what the topology `graph` is made of.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

inline constexpr std::uint32_t kMostGraphRouters = 4096;
inline constexpr std::uint32_t kMostGraphPorts = 64;  ///< links of a router
inline constexpr std::uint8_t kNoPort = 0xFF;

/// Two routers.
using GraphLink = std::array<std::uint32_t, 2>;
/// The far ends of a router's links, per router in the order in which the links were given: its ports.
using GraphEnds = std::vector<std::vector<LinkEnd>>;
/// Per router, then destination: the port of a packet; kNoPort where there is none.
using GraphPorts = std::vector<std::uint8_t>;

struct RoutedGraph {
  std::uint32_t routers = 0;
  std::vector<std::uint32_t> nodes;  ///< the router of each
  GraphEnds ends;
  OwnLinks own_links;  ///< links that are not like most
  GraphPorts ports;
  std::vector<Spot> spots;  ///< per router
};

/// Preconditions here and below: every link joins two different routers, no two of them the same, no router has more
/// than kMostGraphPorts.
GraphEnds graph_ends(std::uint32_t routers, const std::vector<GraphLink>& links);

/// Links from a router to every other one; kNone: there is no way.
std::vector<std::uint32_t> graph_distances(const GraphEnds& ends, std::uint32_t from);

/// The router from which the farthest other one is nearest; of several the first. From here on all are linked.
std::uint32_t graph_center(const GraphEnds& ends);

/// Shortest ways: to the neighbour nearest to the destination, of several the one with the lowest number.
GraphPorts shortest_ways(const GraphEnds& ends);

/// Ways that go up, towards the root, and then down, and never up again, so that none can wait for each other in a
/// circle. Up is to fewer links from the root, of as many to the lower number. Where a router can reach the destination
/// by going down alone, the shortest way down, else up towards the shortest way of all that go on so; of several
/// neighbours the one with the lowest number. A packet that goes down meets only routers that can reach the destination
/// by going down, and goes on so: that is why a router's number and the destination's are enough to know.
GraphPorts up_down_ways(const GraphEnds& ends, std::uint32_t root);

/// Shortest ways if packets can never wait for each other in a circle on them, else up and down from the center.
GraphPorts found_ways(const RoutedGraph& graph);

/// Routers of links that packets between routers with `nodes` can hold and wait for one after the other in a circle;
/// empty: there is none. Precondition: all ways arrive.
std::vector<std::uint32_t> waiting_circle(const RoutedGraph& graph);

/// Levels below each other by links from `root`, each in order of numbers and in the middle.
std::vector<Spot> level_spots(const GraphEnds& ends, std::uint32_t root);

}  // namespace network
}  // namespace gantry
