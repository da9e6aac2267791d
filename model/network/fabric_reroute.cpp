// SPDX-License-Identifier: Apache-2.0
// Routes over what is left of a network. They are free of deadlock whichever channels their packets take: all channels
// that a routing gives to the classes of its topology are then of one class.
#include <algorithm>

#include "gantry/network/fabric.h"
#include "gantry/network/remaining_network.h"

namespace gantry {
inline namespace network {

bool Fabric::holds_nothing() const {
  std::uint64_t entered = flits_copied_;
  for (const Entry& entry : entries_) entered += entry.flits;
  return entered == flits_ejected_ + flits_lost_;
}

bool Fabric::has_way(std::uint32_t from, std::uint32_t to) const {
  return rest_ == nullptr || rest_->has_way(entries_[from].router, entries_[to].router);
}

/// Gives every class of the topology the channels of all of them.
void Fabric::spread_channels() {
  for (auto& of_row : masks_) {
    std::uint8_t all = 0;
    for (const std::uint8_t of_class : of_row) all = static_cast<std::uint8_t>(all | of_class);
    std::fill(std::begin(of_row), std::end(of_row), all);
  }
  for (Port& port : ports_) port.straight_on = 0xFFFF;  // there is no class to keep
}

void Fabric::reroute(const RemainingNetwork& rest) {
  rest_ = &rest;
  spread_channels();
  const std::uint32_t routers = topology_.routers();
  const PortChoice choice = routing_.choice();
  for (std::uint32_t column = 0; column < columns_; ++column) {
    const std::uint32_t to = destinations_[column];
    const std::vector<std::uint64_t> shortest =
        choice == PortChoice::adaptive ? rest.shortest_ports(to) : std::vector<std::uint64_t>(routers, 0);
    for (std::uint32_t r = 0; r < routers; ++r) {
      const std::uint32_t port = r != to && rest.has_way(r, to) ? rest.port(r, to) : 0;
      for (std::uint32_t order = 0; order < routing_.orders(); ++order) {
        routes_[std::size_t{r} * stride_ + std::size_t{order} * columns_ + column] = static_cast<std::uint8_t>(port);
      }
      if (choice == PortChoice::none) continue;
      choices_[std::size_t{r} * columns_ + column] =
          choice == PortChoice::adaptive ? shortest[r] : std::uint64_t{1} << port;
    }
  }
}

std::uint32_t Fabric::hops_left(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t hops = 0;
  for (; from != to; ++hops) from = topology_.neighbour(from, rest_->port(from, to)).router;
  return hops;
}

}  // namespace network
}  // namespace gantry
