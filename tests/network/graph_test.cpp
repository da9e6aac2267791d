// SPDX-License-Identifier: Apache-2.0
// Graphs from files: their ways, what is refused, and what a run of one writes.
#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "architecture/architecture_reader.h"
#include "architecture/graph_reader.h"
#include "catch.h"
#include "experiment/experiment.h"
#include "gantry/network/routed_graph.h"
#include "input_files.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "random_graph.h"
#include "serving/serving_experiment.h"

namespace gantry::graph_test {

namespace {

struct Read {
  std::shared_ptr<const RoutedGraph> graph;
  std::vector<std::string> lines;
};

Read read(const std::string& text) {
  Diagnostics diagnostics;
  Read result;
  const auto node = parse_yaml(text, "g.yaml", diagnostics);
  if (node) result.graph = read_graph(*node, "", diagnostics);
  result.lines = diagnostics.lines();
  return result;
}

std::vector<std::uint32_t> way(const RoutedGraph& graph, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> routers = {from};
  while (routers.back() != to && routers.size() <= graph.routers) {
    const std::uint32_t at = routers.back();
    routers.push_back(graph.ends[at][graph.ports[std::size_t{at} * graph.routers + to]].router);
  }
  return routers;
}

using Way = std::vector<std::uint32_t>;

constexpr const char* kRing = "routers: 5\nlinks: [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]\n";

}  // namespace

TEST_CASE("where shortest ways can close no circle a graph has them, by the neighbour with the lowest number") {
  // A square: between opposite corners there are two ways.
  const Read square = read("routers: 4\nlinks: [[2, 3], [3, 1], [0, 2], [0, 1]]\n");
  REQUIRE(square.graph);
  CHECK(way(*square.graph, 0, 3) == Way{0, 1, 3});
  CHECK(way(*square.graph, 3, 0) == Way{3, 1, 0});
  CHECK(way(*square.graph, 1, 2) == Way{1, 0, 2});
  CHECK(way(*square.graph, 2, 1) == Way{2, 0, 1});
  CHECK(square.graph->nodes == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(square.graph->ends[3].front().router == 2);  // ports in the order of links
}

TEST_CASE("the shortest ways of a grid from a file are those of a mesh, down to never turning back") {
  std::string links;
  for (std::uint32_t r = 0; r < 16; ++r) {
    if (r % 4 != 3) links += "[" + std::to_string(r) + ", " + std::to_string(r + 1) + "], ";
    if (r < 12) links += "[" + std::to_string(r) + ", " + std::to_string(r + 4) + "], ";
  }
  const Read grid = read("routers: 16\nrouting: shortest\nlinks: [" + links.substr(0, links.size() - 2) + "]\n");
  for (const std::string& line : grid.lines) UNSCOPED_INFO(line);
  REQUIRE(grid.graph);
  for (std::uint32_t a = 0; a < 16; ++a) {
    for (std::uint32_t b = 0; b < 16; ++b) {
      const std::uint32_t distance =
          (a % 4 > b % 4 ? a % 4 - b % 4 : b % 4 - a % 4) + (a > b ? a / 4 - b / 4 : b / 4 - a / 4);
      CHECK(way(*grid.graph, a, b).size() == distance + 1);
    }
  }
}

TEST_CASE("a ring's ways go up and down a tree, since shortest ones would close a circle") {
  // All routers are as central; the first is the root. Levels: 0; 1 and 4; 2 and 3, of which 2 is above.
  const Read ring = read(kRing);
  REQUIRE(ring.graph);
  CHECK(way(*ring.graph, 1, 4) == Way{1, 0, 4});
  CHECK(way(*ring.graph, 4, 2) == Way{4, 0, 1, 2});  // the shortest one goes down to 3 and up
  CHECK(way(*ring.graph, 2, 4) == Way{2, 1, 0, 4});
  CHECK(way(*ring.graph, 0, 3) == Way{0, 4, 3});
  CHECK(way(*ring.graph, 1, 3) == Way{1, 2, 3});
  CHECK(way(*ring.graph, 3, 1) == Way{3, 2, 1});
  CHECK(dependency_cycle(*ring.graph).empty());

  const Read forced = read(std::string(kRing) + "routing: shortest\n");
  CHECK_FALSE(forced.graph);
  REQUIRE(forced.lines.size() == 1);
  CHECK(forced.lines[0].rfind("g.yaml:3:10: error: routing is shortest, and on the shortest ways packets can wait for "
                              "each other in a circle: ",
                              0) == 0);
}

TEST_CASE("ways up and down arrive, go up before down, and close no circle, in any graph") {
  Dice dice(7);
  std::uint64_t fell_back = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto graph = random_graph(dice, 16);
    fell_back += deadlock_free_routes(*graph) == shortest_routes(graph->ends) ? 0 : 1;
    RoutedGraph tree = *graph;
    const std::uint32_t root = graph_center(graph->ends);
    tree.ports = up_down_routes(graph->ends, root);
    const std::vector<std::uint32_t> levels = graph_distances(graph->ends, root);
    const auto place = [&](std::uint32_t r) { return std::pair(levels[r], r); };
    for (std::uint32_t a = 0; a < graph->routers; ++a) {
      for (std::uint32_t b = 0; b < graph->routers; ++b) {
        const Way routers = way(tree, a, b);
        REQUIRE(routers.back() == b);
        bool down = false;
        for (std::size_t k = 1; k < routers.size(); ++k) {
          const bool goes_down = place(routers[k - 1]) < place(routers[k]);
          REQUIRE((goes_down || !down));
          down = goes_down;
        }
      }
    }
    REQUIRE(dependency_cycle(tree).empty());
    REQUIRE(dependency_cycle(*graph).empty());
  }
  CHECK(fell_back > 50);
}

TEST_CASE("routes of a file are taken as they are") {
  // The long way round from 0 to 1, and straight back.
  const Read line = read(
      "routers: 3\nlinks: [[0, 1], [1, 2], [2, 0]]\nnodes: [0, 1, 1]\n"
      "routes: [[0, 1, 2], [2, 1, 1], [1, 0, 0], [2, 0, 0]]\nspots: [[0, 0], [2, 0], [1, 1]]\n");
  for (const std::string& text : line.lines) UNSCOPED_INFO(text);
  REQUIRE(line.graph);
  CHECK(way(*line.graph, 0, 1) == Way{0, 2, 1});
  CHECK(way(*line.graph, 1, 0) == Way{1, 0});
  CHECK(line.graph->nodes == std::vector<std::uint32_t>{0, 1, 1});
  CHECK(line.graph->spots[2].row == 1.0);
}

namespace {

std::string with(const std::string& more) { return "routers: 3\nlinks: [[0, 1], [1, 2]]\n" + more; }

}  // namespace

TEST_CASE("a graph that is wrong is refused, each mistake at its place") {
  std::string star = "routers: 70\nlinks:\n";
  for (int r = 1; r < 70; ++r) star += "- [0, " + std::to_string(r) + "]\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"links: [[0, 1]]", "g.yaml:1:1: error: routers is missing (how many there are)"},
      {"routers: 0", "g.yaml:1:10: error: routers must be 1 to 4096, not 0"},
      {"routers: 2",
       "g.yaml:1:1: error: links leave no way from router 0 to router 1 (there has to be one between any "
       "two)"},
      {"routers: 4\nlinks: [[0, 1], [2, 3]]",
       "g.yaml:2:8: error: links leave no way from router 0 to router 2 (there has to be one between any two)"},
      {"routers: 2\nlinks: [[0, 1], [1, 1]]", "g.yaml:2:17: error: links[1] joins router 1 to itself"},
      {"routers: 2\nlinks: [[0, 1], [1, 0]]",
       "g.yaml:2:17: error: links[1] joins routers 1 and 0, which another link does (a link goes both ways)"},
      {"routers: 2\nlinks: [[0, 2]]", "g.yaml:2:13: error: links[0][1] must be 0 to 1, not 2"},
      {"routers: 2\nlinks: [0, 1]", "g.yaml:2:9: error: links[0] must be a list of two routers, or a map, not '0'"},
      {"routers: 2\nlinks: {a: 1}", "g.yaml:2:8: error: links must be a list, not a map"},
      {star,
       "g.yaml:67:3: error: links[64] is one too many at router 0: a router has at most 64 ports, those of nodes "
       "among them"},
      {with("nodes: []"), "g.yaml:3:8: error: nodes must list the routers of 1 to 4096 nodes, not of 0"},
      {with("nodes: [0, 3]"), "g.yaml:3:12: error: nodes[1] must be 0 to 2, not 3"},
      {with("spots: [[0, 0]]"),
       "g.yaml:3:8: error: spots must list a column and a row for each of the 3 routers, not 1"},
      {with("spots: [[0, 0], [1], [2, 0]]"),
       "g.yaml:3:17: error: spots[1] must be a list of column and row, not a list"},
      {with("routing: fast"), "g.yaml:3:10: error: routing must be auto, shortest or up_down, not 'fast'"},
      {with("link: []"), "g.yaml:3:1: error: unknown key 'link' (did you mean 'links'?)"},
      {with("routes: [[0, 1, 1]]"),
       "g.yaml:3:9: error: routes do not say how to go on from router 1 to router 0 (every router needs a route to "
       "every "
       "router with nodes)"},
      {with("routes: [[0, 2, 2]]"), "g.yaml:3:10: error: routes[0] goes on to router 2, to which router 0 has no link"},
      {with("routes: [[0, 0, 1]]"), "g.yaml:3:10: error: routes[0] leads from router 0 to itself"},
      {with("routes: [[0, 1, 1], [0, 1, 1]]"),
       "g.yaml:3:21: error: routes[1] repeats the route from router 0 to router 1"},
      {with("nodes: [0, 2]\nroutes: [[0, 2, 1], [1, 2, 0], [2, 0, 1], [1, 0, 0]]"),
       "g.yaml:4:9: error: routes lead from router 0 to router 2 by router 0 again and again"},
      {"routers: 3\nlinks: [[0, 1], [1, 2], [2, 0]]\n"
       "routes: [[0, 1, 1], [0, 2, 1], [1, 2, 2], [1, 0, 2], [2, 0, 0], [2, 1, 0]]",
       "g.yaml:3:9: error: routes are ways on which packets can wait for each other in a circle: 0, 1, 2, 0"},
  };
  for (const auto& [text, message] : wrong) {
    INFO(text);
    const Read result = read(text);
    CHECK_FALSE(result.graph);
    REQUIRE_FALSE(result.lines.empty());
    CHECK(result.lines.front() == message);
  }
}

TEST_CASE("a run of a graph from a file writes the graph and runs again to the same bytes") {
  const InputFiles files("graph");
  files.write("ring.yaml", kRing);
  const std::string text = "interconnect: {topology: graph, graph: ring.yaml}\ntraffic: {packets_per_cycle: 0.01}\n";
  Diagnostics diagnostics;
  auto experiment = read_network_experiment(text, files.path("n.yaml"), {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
  REQUIRE(experiment);
  CHECK(experiment->inputs == std::vector<std::string>{files.path("ring.yaml"), files.path("n.yaml")});
  const std::string resolved = resolved_network_experiment(*experiment, files.path("out"));
  auto again = read_network_experiment(resolved, files.path("out.yaml"), {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
  REQUIRE(again);
  CHECK(resolved_network_experiment(*again, files.path("out")) == resolved);
  const auto bounds = network_bounds(*experiment);
  REQUIRE(bounds);
  // Ordered pairs: ten neighbours at 1 link, and at 2 all others but 2-4 and back, which go round by the root in 3.
  CHECK(bounds->hops == Catch::Approx((10 * 1 + 8 * 2 + 2 * 3) / 25.0));
}

TEST_CASE("the topology graph without one is refused, and a graph beside another topology") {
  const auto first_line = [](const std::string& interconnect) {
    Diagnostics diagnostics;
    read_network_experiment("interconnect: {" + interconnect + "}\ntraffic: {packets_per_cycle: 0.01}\n", "n.yaml", {},
                            diagnostics);
    return diagnostics.lines().empty() ? std::string() : diagnostics.lines().front();
  };
  CHECK(first_line("topology: graph") ==
        "n.yaml:1:26: error: interconnect.topology graph needs the key `graph`, a path or a map");
  CHECK(first_line("topology: mesh, graph: {routers: 1}") ==
        "n.yaml:1:39: error: interconnect.graph is of the topology graph, and the topology here is mesh");
  CHECK(first_line("topology: graph, graph: {routers: 2}") ==
        "n.yaml:1:40: error: interconnect.graph.links leave no way from router 0 to router 1 (there has to be one "
        "between any two)");
}

TEST_CASE("a graph's file that is missing is one problem, where it is named, in everything that has an interconnect") {
  const InputFiles files("graph");
  const std::string interconnect = "interconnect: {topology: graph, graph: none.yaml}";
  const std::string problem = " error: there is no graph file none.yaml (paths start beside the file that names it)";
  const auto network = [&](const std::string& traffic) {
    Diagnostics diagnostics;
    CHECK_FALSE(
        read_network_experiment(interconnect + "\ntraffic: " + traffic + "\n", files.path("n.yaml"), {}, diagnostics));
    return files.errors(diagnostics);
  };
  using Lines = std::vector<std::string>;
  CHECK(network("{packets_per_cycle: 0.01}") == Lines{"n.yaml:1:40:" + problem});
  CHECK(network("{pattern: hotspot, hotspot: {node: 9, fraction: 0.5}, packets_per_cycle: 0.01}") ==
        Lines{"n.yaml:1:40:" + problem});
  CHECK(network("{pattern: trace, packets: [[1, 7, 8, 1]]}") == Lines{"n.yaml:1:40:" + problem});
  // What else is wrong is said in the same go, and of nodes what no graph has.
  CHECK(network("{packets_per_cycle: 2}").size() == 2);
  CHECK(network("{pattern: trace, packets: [[1, 4096, 8, 1]]}").size() == 2);
  {
    Diagnostics diagnostics;
    const std::string text = interconnect + "\nprocessors: [{count: 2}]\nplacement: {host: 5}\n";
    CHECK_FALSE(load_architecture(files.write("a.yaml", text), diagnostics));
    CHECK(files.errors(diagnostics) == Lines{"a.yaml:1:40:" + problem});
  }
  {
    Diagnostics diagnostics;
    const std::string text = "architecture: {" + interconnect +
                             ", processors: [{count: 2}]}\nworkload: {tasks: [{id: a}]}\n"
                             "background: {pattern: transpose, packets_per_cycle: 0.01}\n";
    CHECK_FALSE(read_experiment(text, files.path("e.yaml"), {}, diagnostics));
    CHECK(files.errors(diagnostics) == Lines{"e.yaml:1:55:" + problem});
  }
  {
    Diagnostics diagnostics;
    const std::string text = "serving: {" + interconnect + "}\n";
    CHECK_FALSE(read_serving_experiment(text, files.path("s.yaml"), {}, diagnostics));
    const Lines lines = files.errors(diagnostics);
    CHECK(std::count_if(lines.begin(), lines.end(),
                        [](const std::string& line) { return line.find("graph") != std::string::npos; }) == 1);
  }
}

}  // namespace gantry::graph_test
