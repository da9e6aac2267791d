// SPDX-License-Identifier: Apache-2.0
#include "architecture/graph_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "architecture/link_reader.h"
#include "gantry/platform/architecture.h"
#include "text/named_map.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::int64_t kFarthestSpot = 10000;

enum class Ways : std::uint8_t { automatic, shortest, up_down };

class GraphReader {
 public:
  GraphReader(const YamlNode& node, const std::string& path, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), before_(diagnostics.size()), map_(node, path, diagnostics) {}

  std::shared_ptr<const RoutedGraph> read() {
    if (!map_.node().is_map()) return nullptr;
    if (!map_.integer("routers", graph_.routers, 1, kMostGraphRouters) && map_.node().find("routers") == nullptr) {
      map_.error("routers", "is missing (how many there are)");
    }
    const bool counted = right();
    const YamlNode* links = list("links");
    const YamlNode* nodes = list("nodes");
    const YamlNode* spots = list("spots");
    const YamlNode* routes = list("routes");
    map_.choice("routing", ways_,
                {{"auto", Ways::automatic}, {"shortest", Ways::shortest}, {"up_down", Ways::up_down}});
    map_.finish();
    if (!counted) return nullptr;
    if (links != nullptr) read_links(*links);
    read_nodes(nodes);
    if (right()) check_connected();
    if (spots != nullptr) read_spots(*spots);
    if (!right()) return nullptr;
    if (routes != nullptr) {
      read_routes(*routes);
    } else {
      find_routes();
    }
    if (!right()) return nullptr;
    if (graph_.spots.empty()) graph_.spots = level_spots(graph_.ends, graph_center(graph_.ends));
    return std::make_shared<const RoutedGraph>(std::move(graph_));
  }

 private:
  [[nodiscard]] bool right() const { return diagnostics_.size() == before_; }

  const YamlNode* list(const char* key) {
    const YamlNode* found = map_.find(key);
    if (found == nullptr || found->is_sequence()) return found;
    map_.error(key, "must be a list, not " + describe(*found));
    return nullptr;
  }

  [[nodiscard]] std::string item(const char* key, std::size_t number) const {
    return map_.path(key) + '[' + std::to_string(number) + ']';
  }

  /// Reads a list of N router numbers.
  template <std::size_t N>
  bool read_row(const YamlNode& node, const std::string& what, const char* form, std::array<std::uint32_t, N>& to) {
    if (!node.is_sequence() || node.items.size() != N) {
      diagnostics_.error(node.where(), what + " must be " + form + ", not " + describe(node));
      return false;
    }
    bool fine = true;
    for (std::size_t i = 0; i < N; ++i) {
      const auto router =
          read_integer(node.items[i], what + '[' + std::to_string(i) + ']', 0, graph_.routers - 1, diagnostics_);
      fine = fine && router;
      if (router) to[i] = static_cast<std::uint32_t>(*router);
    }
    return fine;
  }

  void read_links(const YamlNode& list) {
    std::set<GraphLink> seen;
    std::vector<std::uint32_t> ports(graph_.routers, 0);
    std::vector<GraphLink> links;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string what = item("links", i);
      GraphLink link{};
      OwnLink own;
      if (list.items[i].is_map()) {
        const auto read = read_link(list.items[i], what, graph_.routers, diagnostics_);
        if (!read) continue;
        link = {read->from, read->to};
        own = read->own();
      } else if (!read_row(list.items[i], what, "a list of two routers, or a map", link)) {
        continue;
      }
      const SourcePosition where = list.items[i].where();
      if (link[0] == link[1]) {
        diagnostics_.error(where, what + " joins router " + std::to_string(link[0]) + " to itself");
        continue;
      }
      if (!seen.insert({std::min(link[0], link[1]), std::max(link[0], link[1])}).second) {
        diagnostics_.error(where, what + " joins routers " + std::to_string(link[0]) + " and " +
                                      std::to_string(link[1]) + ", which another link does (a link goes both ways)");
        continue;
      }
      for (const std::uint32_t end : link) {
        if (++ports[end] != kMostGraphPorts + 1) continue;
        diagnostics_.error(where, what + " is one too many at router " + std::to_string(end) +
                                      ": a router has at most " + std::to_string(kMostGraphPorts) +
                                      " ports, those of nodes among them");
      }
      links.push_back(link);
      if (own.shape.cycles != 0 || own.shape.bytes != 0) graph_.own_links.push_back(own);
    }
    sort_links(graph_.own_links);
    if (right()) graph_.ends = graph_ends(graph_.routers, links);
  }

  /// Without a list one on each router, in order.
  void read_nodes(const YamlNode* list) {
    if (list == nullptr) {
      for (std::uint32_t r = 0; r < graph_.routers; ++r) graph_.nodes.push_back(r);
      return;
    }
    if (list->items.empty() || list->items.size() > kMaxEndpoints) {
      map_.error("nodes", "must list the routers of 1 to " + std::to_string(kMaxEndpoints) + " nodes, not of " +
                              std::to_string(list->items.size()));
      return;
    }
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const auto router = read_integer(list->items[i], item("nodes", i), 0, graph_.routers - 1, diagnostics_);
      if (router) graph_.nodes.push_back(static_cast<std::uint32_t>(*router));
    }
  }

  void check_connected() {
    if (graph_.ends.empty()) graph_.ends.resize(graph_.routers);
    const std::vector<std::uint32_t> distances = graph_distances(graph_.ends, 0);
    const auto apart = std::find(distances.begin(), distances.end(), kNone);
    if (apart == distances.end()) return;
    map_.error("links", "leave no way from router 0 to router " + std::to_string(apart - distances.begin()) +
                            " (there has to be one between any two)");
  }

  void read_spots(const YamlNode& list) {
    if (list.items.size() != graph_.routers) {
      map_.error("spots", "must list a column and a row for each of the " + std::to_string(graph_.routers) +
                              " routers, not " + std::to_string(list.items.size()));
      return;
    }
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const YamlNode& spot = list.items[i];
      if (!spot.is_sequence() || spot.items.size() != 2) {
        diagnostics_.error(spot.where(), item("spots", i) + " must be a list of column and row, not " + describe(spot));
        continue;
      }
      const auto column = read_integer(spot.items[0], item("spots", i) + "[0]", 0, kFarthestSpot, diagnostics_);
      const auto row = read_integer(spot.items[1], item("spots", i) + "[1]", 0, kFarthestSpot, diagnostics_);
      if (column && row) graph_.spots.push_back({static_cast<double>(*column), static_cast<double>(*row)});
    }
  }

  void find_routes() {
    switch (ways_) {
      case Ways::automatic:
        graph_.ports = deadlock_free_routes(graph_);
        return;
      case Ways::up_down:
        graph_.ports = up_down_routes(graph_.ends, graph_center(graph_.ends));
        return;
      case Ways::shortest:
        break;
    }
    graph_.ports = shortest_routes(graph_.ends);
    const std::vector<std::uint32_t> circle = dependency_cycle(graph_);
    if (circle.empty()) return;
    map_.error("routing", "is shortest, and on the shortest ways" + waiting(circle) + " (up_down avoids it)");
  }

  static std::string waiting(const std::vector<std::uint32_t>& circle) {
    std::string text = " packets can wait for each other in a circle: ";
    constexpr std::size_t kMostShown = 16;
    for (std::size_t i = 0; i < std::min(circle.size(), kMostShown); ++i) text += std::to_string(circle[i]) + ", ";
    return text + (circle.size() > kMostShown ? "... " : "") + std::to_string(circle.front());
  }

  std::uint8_t& port(std::uint32_t from, std::uint32_t to) {
    return graph_.ports[std::size_t{from} * graph_.routers + to];
  }

  void read_routes(const YamlNode& list) {
    if (map_.node().find("routing") != nullptr) {
      map_.error("routing", "cannot be combined with `routes`, which gives all routes");
    }
    graph_.ports.assign(std::size_t{graph_.routers} * graph_.routers, kNoPort);
    for (std::size_t i = 0; i < list.items.size(); ++i) read_route(list.items[i], item("routes", i));
    if (right()) check_complete();
    if (right()) check_arrivals();
    if (!right()) return;
    const std::vector<std::uint32_t> circle = dependency_cycle(graph_);
    if (!circle.empty()) map_.error("routes", "are ways on which" + waiting(circle));
  }

  void read_route(const YamlNode& node, const std::string& what) {
    std::array<std::uint32_t, 3> row{};
    if (!read_row(node, what, "a list of a router, the destination's, and the one to go on to", row)) return;
    const auto [from, to, next] = row;
    const std::vector<LinkEnd>& ends = graph_.ends[from];
    const auto end =
        std::find_if(ends.begin(), ends.end(), [next = next](const LinkEnd& e) { return e.router == next; });
    if (from == to) {
      diagnostics_.error(node.where(), what + " leads from router " + std::to_string(from) + " to itself");
    } else if (end == ends.end()) {
      diagnostics_.error(node.where(), what + " goes on to router " + std::to_string(next) + ", to which router " +
                                           std::to_string(from) + " has no link");
    } else if (port(from, to) != kNoPort) {
      diagnostics_.error(node.where(), what + " repeats the route from router " + std::to_string(from) + " to router " +
                                           std::to_string(to));
    } else {
      port(from, to) = static_cast<std::uint8_t>(end - ends.begin());
    }
  }

  [[nodiscard]] std::set<std::uint32_t> destinations() const { return {graph_.nodes.begin(), graph_.nodes.end()}; }

  void check_complete() {
    for (const std::uint32_t to : destinations()) {
      for (std::uint32_t from = 0; from < graph_.routers; ++from) {
        if (from == to || port(from, to) != kNoPort) continue;
        map_.error("routes", "do not say how to go on from router " + std::to_string(from) + " to router " +
                                 std::to_string(to) + " (every router needs a route to every router with nodes)");
        return;
      }
    }
  }

  void check_arrivals() {
    std::vector<std::uint32_t> seen(graph_.routers, kNone);  // the first router of the last way that came there
    for (const std::uint32_t to : destinations()) {
      std::fill(seen.begin(), seen.end(), kNone);
      for (std::uint32_t from = 0; from < graph_.routers; ++from) {
        for (std::uint32_t r = from; r != to; r = graph_.ends[r][port(r, to)].router) {
          if (seen[r] == from) {
            map_.error("routes", "lead from router " + std::to_string(from) + " to router " + std::to_string(to) +
                                     " by router " + std::to_string(r) + " again and again");
            return;
          }
          if (seen[r] != kNone) break;  // another way went on from there, and arrived
          seen[r] = from;
        }
      }
    }
  }

  Diagnostics& diagnostics_;
  std::size_t before_;
  MapReader map_;
  Ways ways_ = Ways::automatic;
  RoutedGraph graph_;
};

}  // namespace

void expand_graph(YamlNode* interconnect, const std::string& set_beside, std::vector<std::string>& files,
                  Diagnostics& diagnostics) {
  YamlNode* node = interconnect != nullptr ? interconnect->find("graph") : nullptr;
  if (node != nullptr) expand_named_map(*node, "graph", "a graph", set_beside, files, diagnostics);
}

bool names_unread_graph(const YamlNode* interconnect) {
  const YamlNode* node = interconnect != nullptr ? interconnect->find("graph") : nullptr;
  return node != nullptr && node->is_scalar();
}

std::shared_ptr<const RoutedGraph> read_graph(const YamlNode& node, const std::string& path, Diagnostics& diagnostics) {
  return GraphReader(node, path, diagnostics).read();
}

}  // namespace gantry
