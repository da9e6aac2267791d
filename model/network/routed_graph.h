// SPDX-License-Identifier: Apache-2.0
// A user-defined graph of routers and links, and the routes on it: the data of the topology `graph`.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

inline constexpr std::uint32_t kMostGraphRouters = 4096;
inline constexpr std::uint32_t kMostGraphPorts = 64;  ///< links per router
inline constexpr std::uint8_t kNoPort = 0xFF;

/// The two routers of a link.
using GraphLink = std::array<std::uint32_t, 2>;
/// [router][port]: the far end of the link. Ports are in the order in which the links were given.
using GraphEnds = std::vector<std::vector<LinkEnd>>;
/// [router x routers + destination]: output port of a packet; kNoPort: no route.
using GraphPorts = std::vector<std::uint8_t>;

struct RoutedGraph {
  std::uint32_t routers = 0;
  std::vector<std::uint32_t> nodes;  ///< [node]: its router
  GraphEnds ends;
  OwnLinks own_links;  ///< links with a shape of their own
  GraphPorts ports;
  std::vector<Spot> spots;  ///< [router]: its position in a picture
};

/// Returns the ports of all routers. Preconditions here and below: a link joins two different routers, no two links
/// join the same routers, and no router has more than kMostGraphPorts links.
GraphEnds graph_ends(std::uint32_t routers, const std::vector<GraphLink>& links);

/// Returns the number of links from a router to every other one; kNone: not connected.
std::vector<std::uint32_t> graph_distances(const GraphEnds& ends, std::uint32_t from);

/// Returns the router with the smallest distance to its farthest router; the lowest number wins a tie. Precondition
/// here and below: the graph is connected.
std::uint32_t graph_center(const GraphEnds& ends);

/// Returns shortest routes. Of several neighbours at the same distance the one with the lowest number wins.
GraphPorts shortest_routes(const GraphEnds& ends);

/// Returns up-down routes. A route first goes up, towards the router `root`, then down, and never up again. So no cycle
/// of waiting packets can close. The upper end of a link is the router at the smaller distance to the root; at equal
/// distances it is the router with the lower number. A router that can reach the destination by going down alone takes
/// the shortest such route, even if a route up would be shorter. Any other router goes up, on the shortest allowed
/// route. Of several neighbours the lowest number wins. A packet that goes down meets only routers that can reach the
/// destination by going down. So router and destination determine the port. kNoPort: the router is the destination.
/// Preconditions: the graph is connected; root < routers.
GraphPorts up_down_routes(const GraphEnds& ends, std::uint32_t root);

/// Returns the number of links from every router to the root of its part of the graph: the router with the smallest
/// distance to the farthest one of its part. The lowest number wins a tie.
std::vector<std::uint32_t> levels_by_part(const GraphEnds& ends);

/// As above for a graph in several parts, each with its own root. `levels`: links to it. kNoPort: the router is the
/// destination, or there is no way.
GraphPorts up_down_routes(const GraphEnds& ends, const std::vector<std::uint32_t>& levels);

/// Returns shortest routes if they are free of deadlock, else up-down routes from graph_center().
GraphPorts deadlock_free_routes(const RoutedGraph& graph);

/// Returns the routers of a cycle of links, each held by a packet that waits for the next one; empty: deadlock is
/// impossible. Only packets between routers with nodes count. Precondition: all routes arrive, or end with kNoPort.
std::vector<std::uint32_t> dependency_cycle(const RoutedGraph& graph);

/// Returns positions for a picture: one row per distance from `root`, centred, in order of numbers.
std::vector<Spot> level_spots(const GraphEnds& ends, std::uint32_t root);

}  // namespace network
}  // namespace gantry
