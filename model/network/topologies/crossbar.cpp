// SPDX-License-Identifier: Apache-2.0
// Crossbar: one router with all endpoints. Without links a packet is blocked only by its own destination.
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class Crossbar final : public Topology {
 public:
  explicit Crossbar(std::uint32_t nodes) : nodes_(nodes) {}

  [[nodiscard]] std::uint32_t nodes() const override { return nodes_; }
  [[nodiscard]] std::uint32_t routers() const override { return 1; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t /*node*/) const override { return 0; }
  [[nodiscard]] std::uint32_t ports(std::uint32_t /*router*/) const override { return 0; }
  [[nodiscard]] LinkEnd neighbour(std::uint32_t /*router*/, std::uint32_t /*port*/) const override { return {}; }
  [[nodiscard]] std::uint32_t next_port(std::uint32_t /*router*/, std::uint32_t /*destination*/) const override {
    return 0;
  }

 private:
  std::uint32_t nodes_;
};

}  // namespace

void add_crossbar(TopologyCatalogue& topologies) {
  topologies.add(
      "crossbar", "one router with every endpoint on it (at most 64)",
      [](const InterconnectConfig&, std::uint32_t endpoints) { return std::make_unique<Crossbar>(endpoints); });
}

}  // namespace network
}  // namespace gantry
