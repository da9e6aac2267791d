// SPDX-License-Identifier: Apache-2.0
// 2D mesh: node = router = row x columns + column; dimension-order routing, first along the row (x), then along the
// column (y), which is free of cyclic channel dependences.
#include "core/topology.h"

namespace gantry {
namespace {

class Mesh final : public Topology {
 public:
  Mesh(std::uint32_t columns, std::uint32_t rows) : columns_(columns), rows_(rows) {}

  [[nodiscard]] std::uint32_t nodes() const override { return columns_ * rows_; }
  [[nodiscard]] std::uint32_t routers() const override { return nodes(); }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node; }

  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override {
    std::uint32_t count = 0;
    for (const Direction d : kDirections) count += exists(router, d) ? 1 : 0;
    return count;
  }

  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    const Direction d = direction_of(router, port);
    const std::uint32_t next = step(router, d);
    return {next, port_of(next, opposite(d))};
  }

  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    const std::uint32_t x = router % columns_;
    const std::uint32_t to_x = destination % columns_;
    if (x < to_x) return port_of(router, east);
    if (x > to_x) return port_of(router, west);
    return port_of(router, router < destination ? south : north);
  }

 private:
  enum Direction : std::uint8_t { east, west, south, north };
  static constexpr Direction kDirections[] = {east, west, south, north};

  static Direction opposite(Direction d) {
    switch (d) {
      case east:
        return west;
      case west:
        return east;
      case south:
        return north;
      default:
        return south;
    }
  }

  [[nodiscard]] bool exists(std::uint32_t router, Direction d) const {
    switch (d) {
      case east:
        return router % columns_ + 1 < columns_;
      case west:
        return router % columns_ > 0;
      case south:
        return router / columns_ + 1 < rows_;
      default:
        return router / columns_ > 0;
    }
  }

  [[nodiscard]] std::uint32_t step(std::uint32_t router, Direction d) const {
    switch (d) {
      case east:
        return router + 1;
      case west:
        return router - 1;
      case south:
        return router + columns_;
      default:
        return router - columns_;
    }
  }

  /// Border routers have no unconnected ports: their ports are numbered without the missing directions.
  [[nodiscard]] std::uint32_t port_of(std::uint32_t router, Direction wanted) const {
    std::uint32_t port = 0;
    for (const Direction d : kDirections) {
      if (d == wanted) break;
      port += exists(router, d) ? 1 : 0;
    }
    return port;
  }

  [[nodiscard]] Direction direction_of(std::uint32_t router, std::uint32_t port) const {
    for (const Direction d : kDirections) {
      if (exists(router, d) && port-- == 0) return d;
    }
    return north;
  }

  std::uint32_t columns_;
  std::uint32_t rows_;
};

const bool kRegistered = TopologyRegistry::instance().add(
    "mesh", "2D mesh of columns x rows, dimension-order XY routing",
    [](const InterconnectConfig& config, std::uint32_t) { return std::make_unique<Mesh>(config.columns, config.rows); },
    {"columns", "rows"});

}  // namespace
}  // namespace gantry
