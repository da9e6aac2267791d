// SPDX-License-Identifier: Apache-2.0
// A machine of inference nodes whose topology, routing and selection are a program's own.
#include <algorithm>
#include <memory>
#include <string>

#include "catch.h"
#include "gantry/network/network_stats.h"
#include "serving_run.h"

namespace gantry::serving_catalogue_test {

namespace {

/// First along the column, always.
class ColumnFirst final : public Routing {
 public:
  using Routing::Routing;
  [[nodiscard]] std::uint32_t next_port(std::uint32_t /*order*/, std::uint32_t router,
                                        std::uint32_t destination) const override {
    return topology().next_port_in(1, router, destination);
  }
};

/// A session of the node n1 on a mesh of 2x2: gateway, scheduler; n0, n1.
ServingConfig square() {
  ServingConfig config = nodes_in_a_row(2);
  config.interconnect.own.set("columns", 2);
  config.interconnect.own.set("rows", 2);
  config.kinds = {chain({1})};
  return config;
}

/// That a link between two routers carried.
std::uint64_t flits(const InterconnectTraffic& traffic, std::uint32_t from, std::uint32_t to) {
  const auto link = std::find_if(traffic.links.begin(), traffic.links.end(), [&](const LinkStats& l) {
    return l.kind == LinkKind::link && l.from == from && l.to == to;
  });
  REQUIRE(link != traffic.links.end());
  return link->flits;
}

InterconnectTraffic run(const ServingConfig& config, const ServingCatalogue& catalogue = builtin_serving_catalogue()) {
  ScriptedLoad load;
  load.arrivals = {{1000, 0, 0}};
  ServingRecords records;
  ServingMachine machine(config, load, records, catalogue);
  Cycle now = 0;
  REQUIRE(run_cycles(machine, {}, {true, 0, true}, now) == RunEnd::complete);
  machine.verify_empty();
  return machine.interconnect().traffic(now + 1);
}

}  // namespace

TEST_CASE("a routing of one's own takes the messages of a serving machine its way") {
  ServingCatalogue catalogue = builtin_serving_catalogue();
  catalogue.routings.add("column_first", "first along the column",
                         [](const Topology& topology) { return std::make_unique<ColumnFirst>(topology); });
  ServingConfig config = square();
  // From the gateway to n1 along the row first, and the result back to it in the same way.
  const InterconnectTraffic row_first = run(config);
  CHECK(flits(row_first, 0, 1) > 0);
  CHECK(flits(row_first, 0, 2) == 0);
  CHECK(flits(row_first, 3, 2) > 0);

  config.interconnect.routing = "column_first";
  const InterconnectTraffic column_first = run(config, catalogue);
  CHECK(flits(column_first, 0, 2) == flits(row_first, 0, 1));
  CHECK(flits(column_first, 0, 1) == 0);
  CHECK(flits(column_first, 3, 2) == 0);
  CHECK_THROWS_WITH(run(config), "no routing is called column_first");
}

TEST_CASE("a topology and a selection of one's own are found by their names") {
  ServingCatalogue catalogue = builtin_serving_catalogue();
  const auto& mesh = *catalogue.topologies.find("mesh");
  catalogue.topologies.add("my_mesh", "a mesh", mesh.make, mesh.keys);
  catalogue.selections.add("my_selection", "the largest batch", catalogue.selections.find("largest_batch")->make);
  ServingConfig config = square();
  config.interconnect.topology = "my_mesh";
  config.scheduler.policy = "my_selection";
  CHECK(flits(run(config, catalogue), 0, 1) > 0);
  CHECK_THROWS_WITH(run(config), "unknown topology 'my_mesh'");
  config.interconnect.topology = "mesh";
  CHECK_THROWS_WITH(run(config), "unknown selection 'my_selection'");
}

}  // namespace gantry::serving_catalogue_test
