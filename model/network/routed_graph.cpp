// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/routed_graph.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "gantry/base/bits.h"

namespace gantry {
inline namespace network {

namespace {

/// Returns the port to the neighbour with the lowest number for which `fits` holds; kNoPort: none.
template <class Fits>
std::uint8_t first_port(const std::vector<LinkEnd>& ends, const Fits& fits) {
  std::uint8_t found = kNoPort;
  for (std::size_t p = 0; p < ends.size(); ++p) {
    if (!fits(ends[p].router)) continue;
    if (found == kNoPort || ends[p].router < ends[found].router) found = static_cast<std::uint8_t>(p);
  }
  return found;
}

}  // namespace

GraphEnds graph_ends(std::uint32_t routers, const std::vector<GraphLink>& links) {
  GraphEnds ends(routers);
  for (const auto& [a, b] : links) {
    const auto at_a = static_cast<std::uint32_t>(ends[a].size());
    const auto at_b = static_cast<std::uint32_t>(ends[b].size());
    ends[a].push_back({b, at_b});
    ends[b].push_back({a, at_a});
  }
  return ends;
}

std::vector<std::uint32_t> graph_distances(const GraphEnds& ends, std::uint32_t from) {
  std::vector<std::uint32_t> distances(ends.size(), kNone);
  std::vector<std::uint32_t> reached = {from};
  distances[from] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const LinkEnd& end : ends[reached[i]]) {
      if (distances[end.router] != kNone) continue;
      distances[end.router] = distances[reached[i]] + 1;
      reached.push_back(end.router);
    }
  }
  return distances;
}

std::uint32_t graph_center(const GraphEnds& ends) {
  std::uint32_t best = 0;
  std::uint32_t least = kNone;
  for (std::uint32_t r = 0; r < ends.size(); ++r) {
    const std::vector<std::uint32_t> distances = graph_distances(ends, r);
    const std::uint32_t farthest = *std::max_element(distances.begin(), distances.end());
    if (farthest < least) std::tie(best, least) = std::pair(r, farthest);
  }
  return best;
}

GraphPorts shortest_routes(const GraphEnds& ends) {
  const std::size_t routers = ends.size();
  GraphPorts ports(routers * routers, kNoPort);
  for (std::uint32_t to = 0; to < routers; ++to) {
    const std::vector<std::uint32_t> distances = graph_distances(ends, to);
    for (std::uint32_t r = 0; r < routers; ++r) {
      if (r == to) continue;
      ports[r * routers + to] = first_port(ends[r], [&](std::uint32_t n) { return distances[n] + 1 == distances[r]; });
    }
  }
  return ports;
}

GraphPorts up_down_routes(const GraphEnds& ends, std::uint32_t root) {
  return up_down_routes(ends, graph_distances(ends, root));
}

std::vector<std::uint32_t> levels_by_part(const GraphEnds& ends) {
  std::vector<std::uint32_t> levels(ends.size(), kNone);
  for (std::uint32_t r = 0; r < ends.size(); ++r) {
    if (levels[r] != kNone) continue;
    const std::vector<std::uint32_t> part = graph_distances(ends, r);
    std::vector<std::uint32_t> best;
    std::uint32_t least = kNone;
    for (std::uint32_t root = r; root < ends.size(); ++root) {
      if (part[root] == kNone) continue;
      std::vector<std::uint32_t> distances = graph_distances(ends, root);
      std::uint32_t farthest = 0;
      for (const std::uint32_t distance : distances) farthest = std::max(farthest, distance == kNone ? 0 : distance);
      if (farthest >= least) continue;
      least = farthest;
      best = std::move(distances);
    }
    for (std::size_t other = r; other < ends.size(); ++other) {
      if (best[other] != kNone) levels[other] = best[other];
    }
  }
  return levels;
}

GraphPorts up_down_routes(const GraphEnds& ends, const std::vector<std::uint32_t>& levels) {
  const std::size_t routers = ends.size();
  std::vector<std::uint32_t> order(routers);  // routers from the root down
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return levels[a] < levels[b]; });
  std::vector<std::uint32_t> rank(routers);
  for (std::uint32_t i = 0; i < routers; ++i) rank[order[i]] = i;

  GraphPorts ports(routers * routers, kNoPort);
  std::vector<std::uint32_t> down;    // links of the shortest way down; kNone: none
  std::vector<std::uint32_t> length;  // links of the route
  std::vector<std::uint32_t> reached;
  for (std::uint32_t to = 0; to < routers; ++to) {
    down.assign(routers, kNone);
    down[to] = 0;
    reached = {to};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const LinkEnd& end : ends[reached[i]]) {
        if (rank[end.router] > rank[reached[i]] || down[end.router] != kNone) continue;
        down[end.router] = down[reached[i]] + 1;
        reached.push_back(end.router);
      }
    }
    length = down;
    for (const std::uint32_t r : order) {
      if (r == to) continue;
      const auto is_above = [&](std::uint32_t n) { return rank[n] < rank[r]; };
      if (down[r] != kNone) {
        ports[r * routers + to] =
            first_port(ends[r], [&](std::uint32_t n) { return !is_above(n) && down[n] + 1 == down[r]; });
        continue;
      }
      for (const LinkEnd& end : ends[r]) {
        if (is_above(end.router) && length[end.router] != kNone)
          length[r] = std::min(length[r], length[end.router] + 1);
      }
      if (length[r] == kNone) continue;  // in another part
      ports[r * routers + to] =
          first_port(ends[r], [&](std::uint32_t n) { return is_above(n) && length[n] + 1 == length[r]; });
    }
  }
  return ports;
}

std::vector<std::uint32_t> dependency_cycle(const RoutedGraph& graph) {
  const std::uint32_t routers = graph.routers;
  std::vector<std::uint64_t> behind(std::size_t{routers} *
                                    kMostGraphPorts);  // [link]: ports taken after it, one bit each
  const auto channel = [](std::uint32_t router, std::uint32_t port) { return router * kMostGraphPorts + port; };
  const auto end_of = [&](std::uint32_t of) { return graph.ends[of / kMostGraphPorts][of % kMostGraphPorts].router; };
  std::vector<bool> seats(routers);
  for (const std::uint32_t r : graph.nodes) seats[r] = true;
  std::vector<std::uint32_t> seen(routers, kNone);  // last destination to which a route from there was followed
  for (std::uint32_t to = 0; to < routers; ++to) {
    if (!seats[to]) continue;
    for (std::uint32_t from = 0; from < routers; ++from) {
      std::uint32_t held = kNone;
      for (std::uint32_t r = seats[from] ? from : to; r != to; r = end_of(held)) {
        const std::uint32_t port = graph.ports[std::size_t{r} * routers + to];
        if (port == kNoPort) break;
        if (held != kNone) behind[held] |= std::uint64_t{1} << port;
        if (seen[r] == to) break;
        seen[r] = to;
        held = channel(r, port);
      }
    }
  }
  enum : std::uint8_t { fresh, open, done };
  std::vector<std::uint8_t> state(behind.size(), fresh);
  std::vector<std::uint32_t> held;  // each waits for the next one
  for (std::uint32_t first = 0; first < behind.size(); ++first) {
    if (state[first] != fresh || behind[first] == 0) continue;
    held = {first};
    state[first] = open;
    while (!held.empty()) {
      const std::uint32_t last = held.back();
      if (behind[last] == 0) {
        state[last] = done;
        held.pop_back();
        continue;
      }
      const std::uint32_t next = channel(end_of(last), lowest_bit(behind[last]));
      behind[last] &= behind[last] - 1;
      if (state[next] == open) {
        std::vector<std::uint32_t> cycle;
        for (auto at = std::find(held.begin(), held.end(), next); at != held.end(); ++at) {
          cycle.push_back(*at / kMostGraphPorts);
        }
        return cycle;
      }
      if (state[next] == done) continue;
      state[next] = open;
      held.push_back(next);
    }
  }
  return {};
}

GraphPorts deadlock_free_routes(const RoutedGraph& graph) {
  RoutedGraph tried = graph;
  tried.ports = shortest_routes(graph.ends);
  return dependency_cycle(tried).empty() ? tried.ports : up_down_routes(graph.ends, graph_center(graph.ends));
}

std::vector<Spot> level_spots(const GraphEnds& ends, std::uint32_t root) {
  const std::vector<std::uint32_t> levels = graph_distances(ends, root);
  std::vector<std::uint32_t> count(*std::max_element(levels.begin(), levels.end()) + std::size_t{1});
  for (const std::uint32_t level : levels) ++count[level];
  const std::uint32_t widest = *std::max_element(count.begin(), count.end());
  std::vector<std::uint32_t> next(count.size(), 0);
  std::vector<Spot> spots;
  spots.reserve(levels.size());
  for (const std::uint32_t level : levels) {
    spots.push_back({next[level]++ + (widest - count[level]) / 2.0, static_cast<double>(level)});
  }
  return spots;
}

}  // namespace network
}  // namespace gantry
