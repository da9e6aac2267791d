// SPDX-License-Identifier: Apache-2.0
// 3D mesh: router = (layer x rows + row) x columns + column, with one node each. Dimension-order routing: along the row
// (x), then the column (y), then the layers (z). It is free of deadlock, because no route returns to a dimension or
// reverses within one.
#include <algorithm>
#include <array>
#include <cstdint>

#include "gantry/network/router_limit.h"
#include "gantry/network/topologies/grid_keys.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

constexpr std::uint32_t kDimensions = 3;
/// Offset in a picture between neighbouring layers, in columns and in rows.
constexpr double kLayerStep = 0.6;

constexpr OwnKey kLayers{"layers", 4, {1, kMostInGrid}, "", "grids of routers above each other", true};
constexpr OwnKey kVerticalCycles{
    "vertical_link_cycles", 0, {0, kMostOwnLinkCycles}, "cycles", "of links between layers; 0 = `link_cycles`"};
constexpr OwnKey kVerticalBytes{
    "vertical_link_bytes", 0, {0, 4096}, "bytes", "that links between layers carry per cycle; 0 = `flit_bytes`"};

using Sizes = std::array<std::uint32_t, kDimensions>;

class Mesh3d final : public Topology {
 public:
  Mesh3d(const Sizes& sizes, const LinkShape& vertical)
      : sizes_(sizes), strides_{1, sizes[0], sizes[0] * sizes[1]}, vertical_(vertical) {
    refuse_many_routers(std::uint64_t{strides_[2]} * sizes[2], "columns x rows x layers");
  }

  [[nodiscard]] std::uint32_t nodes() const override { return strides_[2] * sizes_[2]; }
  [[nodiscard]] std::uint32_t routers() const override { return nodes(); }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node; }

  // Ports of a router: forward and backward along the row, the column and the layers, without those that leave the
  // mesh.
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override { return ports_before(router, kDimensions); }

  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    std::uint32_t dimension = 0;
    while (ports_before(router, dimension + 1) <= port) ++dimension;
    const bool forward = port == ports_before(router, dimension) && has_next(router, dimension);
    const std::uint32_t next = forward ? router + strides_[dimension] : router - strides_[dimension];
    return {next, port_of(next, dimension, !forward)};
  }

  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    std::uint32_t dimension = 0;
    while (coordinate_of(router, dimension) == coordinate_of(destination, dimension)) ++dimension;
    return port_of(router, dimension, coordinate_of(router, dimension) < coordinate_of(destination, dimension));
  }

  void resolve(OwnValues& own) const override {
    own.set(kColumns.name, sizes_[0]);
    own.set(kRows.name, sizes_[1]);
    own.set(kLayers.name, sizes_[2]);
  }

  // Seen from above at an angle: every layer is a step to the right of and below the previous one.
  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    const double pitch = std::max(1.0, kLayerStep * sizes_[2]);
    const double moved = kLayerStep * coordinate_of(router, 2);
    return {pitch * coordinate_of(router, 0) + moved, pitch * coordinate_of(router, 1) + moved};
  }

  [[nodiscard]] double link_tiles(std::uint32_t router, std::uint32_t port) const override {
    return port < ports_before(router, 2) ? 1.0 : 0.0;
  }

  [[nodiscard]] LinkShape link_shape(std::uint32_t router, std::uint32_t port) const override {
    return port < ports_before(router, 2) ? LinkShape{} : vertical_;
  }

 private:
  [[nodiscard]] std::uint32_t coordinate_of(std::uint32_t router, std::uint32_t dimension) const {
    return router / strides_[dimension] % sizes_[dimension];
  }
  [[nodiscard]] bool has_next(std::uint32_t router, std::uint32_t dimension) const {
    return coordinate_of(router, dimension) + 1 < sizes_[dimension];
  }
  [[nodiscard]] bool has_previous(std::uint32_t router, std::uint32_t dimension) const {
    return coordinate_of(router, dimension) > 0;
  }
  /// Returns the number of ports in dimensions below `dimension`.
  [[nodiscard]] std::uint32_t ports_before(std::uint32_t router, std::uint32_t dimension) const {
    std::uint32_t count = 0;
    for (std::uint32_t d = 0; d < dimension; ++d) {
      count += (has_next(router, d) ? 1U : 0U) + (has_previous(router, d) ? 1U : 0U);
    }
    return count;
  }
  [[nodiscard]] std::uint32_t port_of(std::uint32_t router, std::uint32_t dimension, bool forward) const {
    return ports_before(router, dimension) + (!forward && has_next(router, dimension) ? 1U : 0U);
  }

  Sizes sizes_;
  Sizes strides_;
  LinkShape vertical_;
};

/// Returns the least number whose power is at least `value`.
std::uint32_t root_above(std::uint32_t value, std::uint32_t power) {
  for (std::uint32_t root = 1;; ++root) {
    std::uint64_t product = 1;
    for (std::uint32_t i = 0; i < power; ++i) product *= root;
    if (product >= value) return root;
  }
}

/// Sizes for `auto`: `layers` are as many as columns and rows require, or the side of a cube where these are `auto`
/// too. Columns and rows are those of a mesh that holds one layer's share.
Sizes sizes_for(const OwnValues& own, std::uint32_t endpoints) {
  const std::uint32_t columns = kColumns.of(own);
  const std::uint32_t rows = kRows.of(own);
  const std::uint32_t given = std::max(1U, columns) * std::max(1U, rows);
  const std::uint32_t free = (columns == kAutomatic ? 1U : 0U) + (rows == kAutomatic ? 1U : 0U);
  const auto share = [&](std::uint32_t of) { return std::max(1U, (endpoints + of - 1) / of); };
  std::uint32_t layers = kLayers.of(own);
  if (layers != kAutomatic) {
    const GridSize grid = grid_size(own, share(layers), 1);
    return {grid.columns, grid.rows, layers};
  }
  layers = std::min(kMostInGrid, root_above(share(given), free + 1));
  const GridSize grid = grid_size(own, share(layers), 1);
  return {grid.columns, grid.rows, std::min(kMostInGrid, share(grid.columns * grid.rows))};
}

}  // namespace

void add_mesh3d(TopologyCatalogue& topologies) {
  topologies.add("mesh3d", "3D mesh of columns x rows x layers, dimension-order XYZ routing",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   const LinkShape vertical{kVerticalCycles.of(config.own), kVerticalBytes.of(config.own)};
                   return std::make_unique<Mesh3d>(sizes_for(config.own, endpoints), vertical);
                 },
                 {kColumns, kRows, kLayers, kVerticalCycles, kVerticalBytes});
}

}  // namespace network
}  // namespace gantry
