// SPDX-License-Identifier: Apache-2.0
// Dragonfly: g groups of a routers with p nodes each. All routers of a group are linked. Every pair of groups has
// m = min(a, floor(a h / (g - 1))) links, where h is the most links to other groups per router. In the largest
// dragonfly (g = a h + 1) m is 1. No two links join the same two routers.
//
// Group links are numbered by the distance o to the other group: (o - 1) m + l for link l. Link q is at router q mod a.
//
// Minimal routing: a link within the group to a router with a link to the destination's group, that link, and a link
// within the destination's group. A router prefers its own link to that group, then the link of the destination's
// router, then link (own number + the destination's number in their groups) mod m.
//
// A packet holds at most one link of the first group, then one between groups, then one of the last group. So two
// channel classes, one for the first and one for the last group, are free of deadlock; links between groups may use
// both. One class is enough if no route begins with a link within the group. That holds for one group, and where every
// router has a link to every group.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "gantry/base/error.h"
#include "gantry/network/router_limit.h"
#include "gantry/network/topologies/grid_keys.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

struct DragonflySize {
  std::uint32_t groups = 1;
  std::uint32_t routers = 1;  ///< per group
  std::uint32_t globals = 1;  ///< most links to other groups per router
  std::uint32_t nodes = 1;    ///< per router
};

constexpr OwnKey kGroups{"groups", kAutomatic, {1, 513}, "", "of routers", true};
constexpr OwnKey kGroupRouters{"group_routers", kAutomatic, {1, 32}, "", "in a group", true};
constexpr OwnKey kGlobalLinks{
    "global_links", kAutomatic, {1, 16}, "links", "between groups that a router has at most", true};

constexpr OwnKey kGlobalCycles{
    "global_link_cycles", 0, {0, kMostOwnLinkCycles}, "cycles", "of links between groups; 0 = `link_cycles`"};
constexpr OwnKey kGlobalBytes{
    "global_link_bytes", 0, {0, 4096}, "bytes", "that links between groups carry per cycle; 0 = `flit_bytes`"};

class Dragonfly final : public Topology {
 public:
  Dragonfly(const DragonflySize& size, const LinkShape& global) : size_(size), global_(global) {
    const std::uint64_t at_a_group = std::uint64_t{size.routers} * size.globals;
    if (size.groups > at_a_group + 1) {
      throw Error("has " + std::to_string(size.groups) + " groups and may have " + std::to_string(at_a_group + 1) +
                  ": each has a link to every other (group_routers x global_links + 1)");
    }
    refuse_many_routers(std::uint64_t{size.groups} * size.routers, "groups x group_routers");
    if (size.groups == 1) return;
    links_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(size.routers, at_a_group / (size.groups - 1)));
  }

  [[nodiscard]] std::uint32_t nodes() const override { return routers() * size_.nodes; }
  [[nodiscard]] std::uint32_t routers() const override { return size_.groups * size_.routers; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node / size_.nodes; }

  // Ports of a router: to the other routers of its group in order, then to other groups in order of distance.
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override {
    const std::uint32_t at_the_group = links_ * (size_.groups - 1);
    return locals() + (at_the_group + size_.routers - 1 - own(router)) / size_.routers;
  }

  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    const std::uint32_t at = own(router);
    if (port < locals()) {
      const std::uint32_t to = port < at ? port : port + 1;
      return {router - at + to, local_port(to, at)};
    }
    const std::uint32_t number = (port - locals()) * size_.routers + at;
    const std::uint32_t ahead = number / links_ + 1;
    const std::uint32_t back = link_to(size_.groups - ahead, number % links_);
    return {(group(router) + ahead) % size_.groups * size_.routers + back % size_.routers,
            locals() + back / size_.routers};
  }

  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    const std::uint32_t at = own(router);
    if (group(router) == group(destination)) return local_port(at, own(destination));
    const std::uint32_t link = link_between(router, destination);
    const std::uint32_t gate = link % size_.routers;
    return gate == at ? locals() + link / size_.routers : local_port(at, gate);
  }

  [[nodiscard]] std::uint32_t channel_classes() const override {
    return size_.groups > 1 && links_ < size_.routers ? 2 : 1;
  }
  [[nodiscard]] std::uint32_t channel_class(std::uint32_t router, std::uint32_t destination) const override {
    if (channel_classes() == 1) return 0;
    if (group(router) == group(destination)) return 1;
    return link_between(router, destination) % size_.routers == own(router) ? kAnyClass : 0;
  }

  void resolve(OwnValues& own) const override {
    own.set(kGroups.name, size_.groups);
    own.set(kGroupRouters.name, size_.routers);
    own.set(kGlobalLinks.name, size_.globals);
  }

  // Groups are circles on a circle, and do not overlap.
  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    const double small = radius(size_.routers, 1.0);
    const double large = radius(size_.groups, 2 * small + 2.0);
    const Spot center = on_circle(group(router), size_.groups, large);
    const Spot from_there = on_circle(own(router), size_.routers, small);
    return {large + small + center.column + from_there.column, large + small + center.row + from_there.row};
  }

  // On a chip, groups are blocks of routers in a grid of blocks. Blocks and grid are as square as possible.
  [[nodiscard]] double link_tiles(std::uint32_t router, std::uint32_t port) const override {
    const Spot here = tile_of(router);
    const Spot there = tile_of(neighbour(router, port).router);
    return std::abs(here.column - there.column) + std::abs(here.row - there.row);
  }

  [[nodiscard]] LinkShape link_shape(std::uint32_t /*router*/, std::uint32_t port) const override {
    return port < locals() ? LinkShape{} : global_;
  }

 private:
  [[nodiscard]] std::uint32_t group(std::uint32_t router) const { return router / size_.routers; }
  [[nodiscard]] std::uint32_t own(std::uint32_t router) const { return router % size_.routers; }
  /// Number of ports within the group.
  [[nodiscard]] std::uint32_t locals() const { return size_.routers - 1; }
  static std::uint32_t local_port(std::uint32_t at, std::uint32_t to) { return to < at ? to : to - 1; }

  /// Number of link `link` to the group at distance `ahead`.
  [[nodiscard]] std::uint32_t link_to(std::uint32_t ahead, std::uint32_t link) const {
    return (ahead - 1) * links_ + link;
  }
  /// Returns which of the links `first` to `first` + links_ - 1 is at a router, from 0; kNone: none.
  [[nodiscard]] std::uint32_t link_at(std::uint32_t first, std::uint32_t router) const {
    const std::uint32_t link = (own(router) + size_.routers - first % size_.routers) % size_.routers;
    return link < links_ ? link : kNone;
  }
  /// Returns the number, in the router's group, of the link that it uses towards the destination. Precondition: the
  /// groups differ.
  [[nodiscard]] std::uint32_t link_between(std::uint32_t router, std::uint32_t destination) const {
    const std::uint32_t ahead = (group(destination) + size_.groups - group(router)) % size_.groups;
    std::uint32_t link = link_at(link_to(ahead, 0), router);
    if (link == kNone) link = link_at(link_to(size_.groups - ahead, 0), destination);
    if (link == kNone) link = (own(router) + own(destination)) % links_;
    return link_to(ahead, link);
  }

  /// Returns the radius of a circle of `count` points with distance `apart`.
  static double radius(std::uint32_t count, double apart) {
    return count == 1 ? 0.0 : apart / (2 * std::sin(kPi / count));
  }
  static Spot on_circle(std::uint32_t index, std::uint32_t count, double radius) {
    const double angle = 2 * kPi * (index + 0.5) / count;
    return {radius * std::sin(angle), -radius * std::cos(angle)};
  }
  static std::uint32_t side(std::uint32_t count) {
    std::uint32_t columns = 1;
    while (columns * columns < count) ++columns;
    return columns;
  }
  [[nodiscard]] Spot tile_of(std::uint32_t router) const {
    const std::uint32_t columns = side(size_.routers);
    const std::uint32_t rows = (size_.routers + columns - 1) / columns;
    const std::uint32_t blocks = side(size_.groups);
    const std::uint32_t column = group(router) % blocks * columns + own(router) % columns;
    const std::uint32_t row = group(router) / blocks * rows + own(router) / columns;
    return {static_cast<double>(column), static_cast<double>(row)};
  }

  static constexpr double kPi = 3.14159265358979323846;

  DragonflySize size_;
  LinkShape global_;
  std::uint32_t links_ = 0;  ///< per pair of groups
};

/// Sizes for `auto`, which are balanced: twice as many routers in a group as nodes on each, as many group links per
/// router as nodes, and enough groups for every endpoint.
DragonflySize size_for(const OwnValues& own, std::uint32_t endpoints) {
  DragonflySize size;
  size.nodes = kConcentration.of(own);
  size.routers = kGroupRouters.of(own) != kAutomatic ? kGroupRouters.of(own) : 2 * size.nodes;
  size.globals = kGlobalLinks.of(own) != kAutomatic ? kGlobalLinks.of(own) : size.nodes;
  const std::uint32_t of_group = std::max(1U, size.routers * size.nodes);
  const std::uint32_t needed = std::max(1U, (endpoints + of_group - 1) / of_group);
  size.groups = kGroups.of(own) != kAutomatic ? kGroups.of(own) : std::min(needed, size.routers * size.globals + 1);
  return size;
}

}  // namespace

void add_dragonfly(TopologyCatalogue& topologies) {
  topologies.add("dragonfly", "groups of routers that are all linked, and groups, too; minimal routing",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   const LinkShape global{kGlobalCycles.of(config.own), kGlobalBytes.of(config.own)};
                   return std::make_unique<Dragonfly>(size_for(config.own, endpoints), global);
                 },
                 {kConcentration, kGroups, kGroupRouters, kGlobalLinks, kGlobalCycles, kGlobalBytes});
}

}  // namespace network
}  // namespace gantry
