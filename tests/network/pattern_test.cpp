// SPDX-License-Identifier: Apache-2.0
// Who sends to whom: destinations by hand, that draws have the shares from which bounds are computed, and what is wrong
// with a pattern.
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/diagnostics.h"
#include "gantry/network/packet_source.h"
#include "gantry/network/pattern.h"
#include "input_files.h"
#include "network/network_bounds.h"
#include "network/network_experiment.h"
#include "network/saturation_search.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::pattern_test {

namespace {

std::unique_ptr<Pattern> pattern(const std::string& name, const NodeGrid& grid, const PatternValues& own = {}) {
  const auto* entry = builtin_patterns().find(name);
  REQUIRE(entry != nullptr);
  return entry->make(own, grid);
}

/// Of a pattern in which each node has one.
std::vector<std::uint32_t> destinations(const std::string& name, const NodeGrid& grid) {
  const auto of = pattern(name, grid);
  RandomBits bits(1, 1);
  std::vector<std::uint32_t> to;
  for (std::uint32_t from = 0; from < grid.nodes(); ++from) {
    to.push_back(of->draw(from, bits));
    CHECK(of->share(from, to.back()).part == of->share(from, to.back()).of);
  }
  return to;
}

std::vector<std::string> problems_of(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(read_network_experiment(text, "n.yaml", {}, diagnostics));
  return diagnostics.lines();
}

}  // namespace

TEST_CASE("fixed patterns send every node where their definition says") {
  using Nodes = std::vector<std::uint32_t>;
  const NodeGrid four{4, 1};
  const NodeGrid eight{4, 2};
  const NodeGrid square{3, 3};
  CHECK(destinations("transpose", square) == Nodes{0, 3, 6, 1, 4, 7, 2, 5, 8});
  CHECK(destinations("bit_complement", eight) == Nodes{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(destinations("bit_complement", square) == Nodes{8, 7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(destinations("tornado", four) == Nodes{1, 2, 3, 0});
  CHECK(destinations("tornado", square) == Nodes{4, 5, 3, 7, 8, 6, 1, 2, 0});
  CHECK(destinations("neighbor", eight) == Nodes{5, 6, 7, 4, 1, 2, 3, 0});
  // abc to bca, to cab, and to cba.
  CHECK(destinations("shuffle", eight) == Nodes{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(destinations("bit_rotation", eight) == Nodes{0, 4, 1, 5, 2, 6, 3, 7});
  CHECK(destinations("bit_reversal", eight) == Nodes{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(destinations("shuffle", {2, 1}) == Nodes{0, 1});
}

TEST_CASE("what is drawn has the shares that bounds are computed from") {
  PatternValues hot;
  hot.shares["hotspot"] = {{2, 250000}, {0, 100000}};
  PatternValues others;
  others.numbers.set("self", 0);
  PatternValues permutation;
  permutation.destinations["permutation"] = {3, 0, 5, 1, 2, 4};
  PatternValues table;
  for (std::uint32_t from = 0; from < 6; ++from) table.rates["table"].push_back({from, (from + 2) % 6, from + 1});
  table.rates["table"].push_back({0, 5, 7});
  table.rates["table"].push_back({3, 3, 2});
  for (const auto& entry : builtin_patterns().entries()) {
    if (!entry.make) continue;
    const bool square = entry.name == "transpose";
    const bool bits_of_node = entry.summary.find("power of two") != std::string::npos && entry.name != "bit_complement";
    const NodeGrid grid = square ? NodeGrid{2, 2} : bits_of_node ? NodeGrid{4, 2} : NodeGrid{3, 2};
    std::vector<PatternValues> variants = {entry.name == "hotspot"       ? hot
                                           : entry.name == "permutation" ? permutation
                                           : entry.name == "table"       ? table
                                                                         : PatternValues()};
    if (entry.name == "uniform") variants.push_back(others);
    for (const PatternValues& own : variants) {
      const auto of = pattern(entry.name, grid, own);
      const int draws = 60000;
      for (std::uint32_t from = 0; from < grid.nodes(); ++from) {
        INFO(entry.name << " from " << from);
        RandomBits bits(3, from);
        std::vector<int> count(grid.nodes(), 0);
        for (int i = 0; i < draws; ++i) ++count.at(of->draw(from, bits));
        std::uint64_t sum = 0;
        for (std::uint32_t to = 0; to < grid.nodes(); ++to) {
          const PatternShare exact = of->share(from, to);
          REQUIRE(exact.of == of->share(from, 0).of);
          sum += exact.part;
          const double share = quotient(exact.part, exact.of);
          const double deviation = std::sqrt(draws * share * (1.0 - share));
          CHECK(std::abs(count[to] - draws * share) <= 4.5 * deviation);
        }
        CHECK(sum == of->share(from, 0).of);
      }
    }
  }
}

TEST_CASE("exact figures of a permutation and of weighted hotspots are those counted by hand") {
  const InputFiles files;
  // A row of four: 0 and 1 change places, and 2 and 3 cross over to the other end.
  files.write("p.csv", "from,to\n0,1\n1,0\n2,3\n3,2\n");
  files.write("ends.csv", "from,to\n3,0\n0,3\n1,2\n2,1\n");
  const auto bounds = [&](const std::string& pattern) {
    Diagnostics diagnostics;
    const auto experiment = read_network_experiment(
        "interconnect: {columns: 4, rows: 1, virtual_channels: 1}\ntraffic: {packets_per_cycle: 0.01, " + pattern +
            "}\n",
        files.path("n.yaml"), {}, diagnostics);
    for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
    REQUIRE(experiment);
    return network_bounds(*experiment).value();
  };
  const NetworkBounds steps = bounds("pattern: permutation, permutation: {path: p.csv}");
  CHECK(steps.hops == 1.0);
  CHECK(steps.throughput == 1.0);
  const NetworkBounds ends = bounds("pattern: permutation, permutation: {path: ends.csv}");
  CHECK(ends.hops == 2.0);        // 3, 1, 1 and 3 links
  CHECK(ends.throughput == 0.5);  // two ways share the middle link
  // Node 0 gets 0.5 + 0.25 / 4 of each node's packets, 3 a quarter more than 1 and 2: 2.25 and 1.25 flits a cycle.
  const NetworkBounds hot = bounds("pattern: hotspot, hotspot: [{node: 0, fraction: 0.5}, {node: 3, fraction: 0.25}]");
  CHECK(std::abs(hot.throughput - 1.0 / 2.25) < 1e-12);
  CHECK(std::abs(hot.hops - (0.5 * 1.5 + 0.25 * 1.5 + 0.25 * 1.25)) < 1e-12);
}

TEST_CASE("a table of rates: bounds, means and what each node creates, by hand") {
  const InputFiles files;
  // In a row of four node 0 sends three quarters of all packets to node 1, and node 3 the rest, over two links.
  files.write("t.csv", "from,to,rate\n3,1,0.5\n0,1,1.5\n2,2,0\n");
  // The same to anybody from anybody is the pattern `uniform`.
  std::string all = "from,to,rate\n";
  for (int pair = 0; pair < 16; ++pair) all += std::to_string(pair / 4) + ',' + std::to_string(pair % 4) + ",12.25\n";
  files.write("all.csv", all);
  const auto experiment = [&](const std::string& traffic) {
    Diagnostics diagnostics;
    const auto read = read_network_experiment(
        "interconnect: {columns: 4, rows: 1, virtual_channels: 2}\ntraffic: {" + traffic + "}\n", files.path("n.yaml"),
        {}, diagnostics);
    for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
    REQUIRE(read);
    return *read;
  };
  const NetworkExperiment few = experiment("pattern: table, table: {path: t.csv}, packets_per_cycle: 0.1");
  const NetworkBounds bounds = network_bounds(few).value();
  CHECK(bounds.throughput == 0.25);  // node 1 receives what four nodes create in the mean
  CHECK(bounds.hops == 1.25);
  // In 100,000 cycles 0.3 x 100,000 packets of node 0 and 0.1 x 100,000 of node 3.
  PacketSource source(few.traffic, few.grid, 100000, 1);
  for (const auto& [node, mean] : {std::pair<std::uint32_t, double>{0, 30000.0}, {1, 0.0}, {2, 0.0}, {3, 10000.0}}) {
    double created = 0.0;
    SyntheticPacket packet;
    while (source.next(node, packet) && packet.cycle <= 100000) {
      created += 1.0;
      CHECK(packet.to == 1);
    }
    CHECK(std::abs(created - mean) <= 5.0 * std::sqrt(mean));
  }
  const NetworkBounds even =
      network_bounds(experiment("pattern: table, table: {path: all.csv}, packets_per_cycle: 0.1, "
                                "reply: {flits: 3, cycles: 2}"))
          .value();
  const NetworkBounds uniform =
      network_bounds(experiment("packets_per_cycle: 0.1, reply: {flits: 3, cycles: 2}")).value();
  CHECK(even.throughput == uniform.throughput);
  CHECK(even.in_all == uniform.in_all);
  CHECK(even.hops == uniform.hops);
  CHECK(even.round_trip == uniform.round_trip);
}

TEST_CASE("no load above the bound of random tables is accepted") {
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 2 : 6); ++seed) {
    const InputFiles files;
    Dice dice(seed);
    std::string table = "from,to,rate\n";
    for (std::uint64_t pair = 0; pair < 81; ++pair) {
      if (dice.chance(70)) continue;
      table +=
          std::to_string(pair / 9) + ',' + std::to_string(pair % 9) + ',' + std::to_string(1 + dice.below(100)) + '\n';
    }
    files.write("t.csv", table);
    Diagnostics diagnostics;
    const auto experiment = read_network_experiment(
        "saturation: true\nruns: 1\nmeasured_cycles: 4000\ninterconnect: {columns: 3, rows: 3, virtual_channels: 4}\n"
        "traffic: {pattern: table, table: {path: t.csv}}\n",
        files.path("n.yaml"), {}, diagnostics);
    INFO(table);
    REQUIRE(experiment);
    const NetworkBounds bounds = network_bounds(*experiment).value();
    const NetworkSaturation found = find_saturation(*experiment, bounds);
    REQUIRE(found.best);
    CHECK(found.best->offered <= bounds.throughput);
    CHECK(found.best->offered > 0.4 * bounds.throughput);
    CHECK(found.best->hops == Catch::Approx(bounds.hops).epsilon(0.1));
  }
}

TEST_CASE("what is wrong with a table of rates is said with line and column") {
  const InputFiles files;
  const auto problem = [&](const std::string& table, const std::string& rate = "0.1") {
    files.write("t.csv", table);
    Diagnostics diagnostics;
    CHECK_FALSE(
        read_network_experiment("interconnect: {columns: 2, rows: 2}\ntraffic: {pattern: table, table: {path: t.csv}, "
                                "packets_per_cycle: " +
                                    rate + "}\n",
                                files.path("n.yaml"), {}, diagnostics));
    const std::vector<std::string> errors = files.errors(diagnostics);
    return errors.empty() ? "" : errors.front();
  };
  CHECK(problem("from,to,rate\n0,1,2\n2,1,1\n0,1,3\n") ==
        "t.csv:4:1: error: from is of a pair of nodes that is in line 2 already");
  CHECK(problem("from,to,rate\n0,4,2\n").find("t.csv:2:3: error: ") == 0);
  CHECK(problem("from,to,rate\n0,1,-2\n").find("t.csv:2:5: error: ") == 0);
  CHECK(problem("from,to,rate\n0,1,0\n") == "t.csv:1:1: error: no rate of the table is above 0");
  CHECK(problem("from,to\n0,1\n").find("t.csv:1:1: error: ") == 0);
  CHECK(problem("from,to,rate\n0,1,900000.000001\n0,2,0.5\n")
            .find("t.csv:1:1: error: the rates of a node have too many") == 0);
  // One of four nodes creates all packets: 0.25 a node are one in each cycle.
  CHECK(problem("from,to,rate\n0,1,5\n", "[0.25, 0.26]") ==
        "n.yaml:2:68: error: traffic.packets_per_cycle is the mean of the nodes, and node 0 would create 1.04 (1 at "
        "most)");
}

TEST_CASE("what is wrong with a pattern is said with its place") {
  const std::string net = "interconnect: {columns: 3, rows: 2}\ntraffic: {packets_per_cycle: 0.1, ";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"pattern: shuffle}",
       "n.yaml:2:44: error: traffic.pattern shuffle needs a power of two of nodes, and there are 6"},
      {"pattern: bit_rotation}",
       "n.yaml:2:44: error: traffic.pattern bit_rotation needs a power of two of nodes, and there are 6"},
      {"pattern: bit_reversal}",
       "n.yaml:2:44: error: traffic.pattern bit_reversal needs a power of two of nodes, and there are 6"},
      {"pattern: hotspot, hotspot: [{node: 1, fraction: 0.6}, {node: 2, fraction: 0.5}]}",
       "n.yaml:2:62: error: traffic.hotspot gives away more than all packets (the fractions sum to 1 at most)"},
      {"pattern: hotspot, hotspot: [{node: 1, fraction: 0.1}, {node: 1, fraction: 0.1}]}",
       "n.yaml:2:96: error: traffic.hotspot[1].node is in the list already: 1"},
      {"pattern: hotspot, hotspot: [{fraction: 0.1}]}",
       "n.yaml:2:63: error: traffic.hotspot[0].node is missing (the number of a node)"},
      {"pattern: hotspot, hotspot: {node: 6, fraction: 0.1}}",
       "n.yaml:2:69: error: traffic.hotspot.node must be 0 to 5, not 6"},
      {"pattern: tornado, self: false}", "n.yaml:2:59: error: traffic.self is of the pattern uniform"},
      {"pattern: permutation}",
       "n.yaml:2:10: error: traffic.permutation must be a map with the `path` of a file with the pattern permutation"},
      {"pattern: permutation, permutation: {}}",
       "n.yaml:2:70: error: traffic.permutation.path is missing (a CSV file)"},
  };
  for (const auto& [traffic, message] : wrong) {
    INFO(traffic);
    const std::vector<std::string> lines = problems_of(net + traffic + '\n');
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().substr(0, message.size()) == message);
  }
}

TEST_CASE("the keys of patterns are known where a key is wrong") {
  const auto problem = [](const std::string& keys) {
    const std::vector<std::string> lines =
        problems_of("interconnect: {columns: 2, rows: 2}\ntraffic: {packets_per_cycle: 0.1, " + keys + "}\n");
    REQUIRE(lines.size() == 1);
    return lines.front();
  };
  CHECK(problem("pattern: hotspot, hotspot: {node: 1, fraction: 0.5}, hotspots: 1") ==
        "n.yaml:2:88: error: unknown key 'traffic.hotspots' (did you mean 'hotspot'?)");
  const InputFiles files;
  const std::string path = files.write("p.csv", "from,to\n0,1\n1,0\n2,3\n3,2\n");
  const std::string line = problem("pattern: permutation, permutation: {path: " + path + "}, permutations: 1");
  CHECK(line.find("'traffic.permutations' (did you mean 'permutation'?)") != std::string::npos);
}

TEST_CASE("a file that is no permutation is said so with line and column") {
  const InputFiles files;
  const auto problems = [&](const std::string& rows) {
    files.write("p.csv", rows);
    std::vector<std::string> lines = problems_of(
        "interconnect: {columns: 3, rows: 1}\n"
        "traffic: {packets_per_cycle: 0.1, pattern: permutation, permutation: {path: " +
        files.path("p.csv") + "}}\n");
    const std::string directory = files.path("");
    for (std::string& line : lines) {
      const std::size_t at = line.find(directory);
      if (at != std::string::npos) line.erase(at, directory.size());
    }
    return lines;
  };
  using Lines = std::vector<std::string>;
  CHECK(problems("from,to\n0,1\n1,0\n") ==
        Lines{"p.csv:4:1: error: the file ends without a row for node 2 (there are 3 nodes, and each sends to one)"});
  CHECK(problems("from,to\n0,1\n1,1\n0,2\n") ==
        Lines{"p.csv:3:3: error: to is 1, a duplicate in this column (of line 2)",
              "p.csv:4:1: error: from is 0, a duplicate in this column (of line 2)"});
  CHECK(problems("from,to\n0,3\nx,1\n") ==
        Lines{"p.csv:2:3: error: to is \"3\" (expected a whole number from 0 to 2)",
              "p.csv:3:1: error: from is \"x\" (expected a whole number from 0 to 2)"});
  CHECK(problems("0,1\n") == Lines{"p.csv:1:1: error: the first line is \"0,1\" (expected \"from,to\")"});
  CHECK(problems("from,to\n0,1,2\n1,0\n").front() == "p.csv:2:1: error: 3 fields (expected 2)");
}

}  // namespace gantry::pattern_test
