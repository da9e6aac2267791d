// SPDX-License-Identifier: Apache-2.0
// 2D mesh: router = row x columns + column, with `concentration` consecutive nodes each. Dimension-order routing: along
// the row (x) then the column (y), or the other way round. Each order alone is free of deadlock.
#pragma once

#include "gantry/network/topologies/grid_keys.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

class Mesh final : public Topology {
 public:
  Mesh(GridSize size, std::uint32_t concentration)
      : columns_(size.columns), rows_(size.rows), concentration_(concentration) {}

  [[nodiscard]] std::uint32_t nodes() const override { return routers() * concentration_; }
  [[nodiscard]] std::uint32_t routers() const override { return columns_ * rows_; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node / concentration_; }

  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override {
    std::uint32_t count = 0;
    for (const Direction d : kDirections) count += exists(router, d) ? 1U : 0U;
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

  [[nodiscard]] std::uint32_t orders() const override { return 2; }
  [[nodiscard]] std::uint32_t next_port_in(std::uint32_t order, std::uint32_t router,
                                           std::uint32_t destination) const override {
    const bool in_row = router / columns_ == destination / columns_;
    if (order == 0 || in_row) return next_port(router, destination);
    return port_of(router, router < destination ? south : north);
  }

  [[nodiscard]] std::uint32_t columns() const override { return concentration_ == 1 ? columns_ : 0; }

  void resolve(OwnValues& own) const override {
    own.set(kColumns.name, columns_);
    own.set(kRows.name, rows_);
  }

  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    return {static_cast<double>(router % columns_), static_cast<double>(router / columns_)};
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

  /// Border routers have no unconnected ports. Their ports are numbered without the missing directions.
  [[nodiscard]] std::uint32_t port_of(std::uint32_t router, Direction wanted) const {
    std::uint32_t port = 0;
    for (const Direction d : kDirections) {
      if (d == wanted) break;
      port += exists(router, d) ? 1U : 0U;
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
  std::uint32_t concentration_;
};

}  // namespace network
}  // namespace gantry
