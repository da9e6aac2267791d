// SPDX-License-Identifier: Apache-2.0
// That the interconnect's own check (model/network/fabric_check.cpp) bites: networks that a topology has lied to.
#include <functional>
#include <stdexcept>
#include <string>

#include "catch.h"
#include "lone_interconnect.h"

namespace gantry::fabric_check_test {

namespace {

/// A mesh of 2 x 2 whose answers a test can change: to the engine a wrong table, a wrong wire.
struct ChangedMesh final : Topology {
  [[nodiscard]] std::uint32_t nodes() const override { return of->nodes(); }
  [[nodiscard]] std::uint32_t routers() const override { return of->routers(); }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return of->router_of(node); }
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override { return of->ports(router); }
  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    return change_link ? change_link(router, port, of->neighbour(router, port)) : of->neighbour(router, port);
  }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    const std::uint32_t port = of->next_port(router, destination);
    return change_port ? change_port(router, destination, port) : port;
  }

  InterconnectConfig config = mesh(2, 2);
  std::unique_ptr<Topology> of = builtin_topologies().find("mesh")->make(config, 4);
  std::function<LinkEnd(std::uint32_t router, std::uint32_t port, LinkEnd end)> change_link;
  std::function<std::uint32_t(std::uint32_t router, std::uint32_t destination, std::uint32_t port)> change_port;
};

struct IdleWaker final : Waker {
  void schedule(Cycle /*at*/) override {}
};

struct Empty {
  static constexpr MessageKind kKind{"empty"};
};

struct Silent final : Receiver {
  void receive(const Message& /*message*/, Cycle /*visible*/) override { ++packets; }
  int packets = 0;
};

/// What the check says of packets of 3 flits from every node to the one across, cycle by cycle; nothing when they
/// arrive. `after_start`: before the first cycle, with all tables built.
std::string complaint(ChangedMesh& topology, RouterKind router, const std::function<void()>& after_start) {
  InterconnectConfig config = topology.config;
  config.router = router;
  IdleWaker waker;
  Silent receiver;
  Interconnect net(config, topology);
  net.attach(&waker);
  std::vector<SendPort> ports;
  for (std::uint32_t node = 0; node < 4; ++node) {
    ports.push_back(net.add_port(net.add_terminal("t" + std::to_string(node), node, &receiver)));
  }
  net.start();
  after_start();
  for (std::uint32_t node = 0; node < 4; ++node) {
    ports[node].send(Message(3 - node, 3, Empty{}), 1);
  }
  try {
    for (Cycle now = 1; now < 100; ++now) {
      net.run(now);
      net.verify();
    }
  } catch (const std::logic_error& error) {
    return error.what();
  }
  CHECK(receiver.packets == 4);
  return "";
}

}  // namespace

TEST_CASE("the check after every cycle sees a packet off its route and a place that is given back to another") {
  for (const RouterKind router : {RouterKind::low_latency, RouterKind::pipelined}) {
    INFO((router == RouterKind::pipelined ? "pipelined" : "low latency"));
    const auto nothing = [] {};
    {
      ChangedMesh sound;
      CHECK(complaint(sound, router, nothing) == "");
    }
    {
      // One entry of the table of routes: from router 0 to 3 by the other way, which arrives as well.
      ChangedMesh topology;
      const auto other_way = [&](std::uint32_t r, std::uint32_t to, std::uint32_t port) {
        if (r != 0 || to != 3) return port;
        return topology.of->next_port(0, port == topology.of->next_port(0, 1) ? 2 : 1);
      };
      topology.change_port = other_way;
      const auto honest = [&] { topology.change_port = nullptr; };
      CHECK(complaint(topology, router, honest) == "interconnect: a packet has left its route");
      // The table is what the topology says now: nothing is wrong with the other way as such.
      topology.change_port = other_way;
      CHECK(complaint(topology, router, nothing) == "");
    }
    {
      // A wire that enters router 1 where that has its link to router 3: its places go back to 3.
      ChangedMesh topology;
      topology.change_link = [&](std::uint32_t r, std::uint32_t /*port*/, LinkEnd end) {
        if (r == 0 && end.router == 1) end.port = topology.of->neighbour(3, topology.of->next_port(3, 1)).port;
        return end;
      };
      CHECK(complaint(topology, router, nothing) == "interconnect: a credit was lost or made up");
    }
  }
}

}  // namespace gantry::fabric_check_test
