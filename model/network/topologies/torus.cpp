// SPDX-License-Identifier: Apache-2.0
// 2D torus: node = router = row x columns + column, with closed rows and columns. Dimension-order routing: the shorter
// way along the row, then along the column. Each has two channel classes with datelines.
#include "gantry/network/topologies/grid_keys.h"
#include "gantry/network/topologies/ring_route.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class Torus final : public Topology {
 public:
  explicit Torus(GridSize size) : sizes_{size.columns, size.rows} {}

  [[nodiscard]] std::uint32_t nodes() const override { return sizes_[0] * sizes_[1]; }
  [[nodiscard]] std::uint32_t routers() const override { return nodes(); }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node; }

  // Ports of a router: forward and backward along the row, then along the column. In a row of two each router has one
  // port; in a row of one it has none.
  [[nodiscard]] std::uint32_t ports(std::uint32_t /*router*/) const override { return links(0) + links(1); }

  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    const std::uint32_t dimension = port < links(0) ? 0 : 1;
    const std::uint32_t first = dimension == 0 ? 0 : links(0);
    const std::uint32_t size = sizes_[dimension];
    const std::uint32_t coordinate = coordinate_of(router, dimension);
    const bool forward = port == first;
    const std::uint32_t next = (coordinate + (forward ? 1 : size - 1)) % size;
    const std::uint32_t stride = dimension == 0 ? 1 : sizes_[0];
    const std::uint32_t back = is_closed(size) && forward ? first + 1 : first;
    return {router + next * stride - coordinate * stride, back};
  }

  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    const std::uint32_t dimension = dimension_of(router, destination);
    const std::uint32_t first = dimension == 0 ? 0 : links(0);
    const std::uint32_t size = sizes_[dimension];
    if (!is_closed(size)) return first;
    return goes_forward(coordinate_of(router, dimension), coordinate_of(destination, dimension), size) ? first
                                                                                                       : first + 1;
  }

  [[nodiscard]] std::uint32_t straight_on(std::uint32_t /*router*/, std::uint32_t port) const override {
    const std::uint32_t dimension = port < links(0) ? 0 : 1;
    const std::uint32_t first = dimension == 0 ? 0 : links(0);
    return is_long(sizes_[dimension]) ? 2 * first + 1 - port : kNone;
  }

  [[nodiscard]] std::uint32_t channel_classes() const override {
    return is_closed(sizes_[0]) || is_closed(sizes_[1]) ? 2 : 1;
  }
  [[nodiscard]] std::uint32_t channel_class(std::uint32_t router, std::uint32_t destination) const override {
    const std::uint32_t dimension = dimension_of(router, destination);
    const std::uint32_t size = sizes_[dimension];
    if (!is_closed(size)) return 0;
    return dateline_class(coordinate_of(router, dimension), coordinate_of(destination, dimension), size);
  }

  [[nodiscard]] std::uint32_t columns() const override { return sizes_[0]; }

  void resolve(OwnValues& own) const override {
    own.set(kColumns.name, sizes_[0]);
    own.set(kRows.name, sizes_[1]);
  }

  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    return {static_cast<double>(coordinate_of(router, 0)), static_cast<double>(coordinate_of(router, 1))};
  }

 private:
  /// Number of a router's ports in a dimension.
  [[nodiscard]] std::uint32_t links(std::uint32_t dimension) const {
    return is_closed(sizes_[dimension]) ? 2 : sizes_[dimension] - 1;
  }
  [[nodiscard]] std::uint32_t coordinate_of(std::uint32_t router, std::uint32_t dimension) const {
    return dimension == 0 ? router % sizes_[0] : router / sizes_[0];
  }
  /// Dimension of the next link of a route.
  [[nodiscard]] std::uint32_t dimension_of(std::uint32_t router, std::uint32_t destination) const {
    return coordinate_of(router, 0) != coordinate_of(destination, 0) ? 0 : 1;
  }

  std::uint32_t sizes_[2];
};

}  // namespace

void add_torus(TopologyCatalogue& topologies) {
  topologies.add("torus",
                 "mesh of columns x rows with closed rows and columns, the shorter way, two classes of channels",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   return std::make_unique<Torus>(grid_size(config.own, endpoints, 1));
                 },
                 {kColumns, kRows});
}

}  // namespace network
}  // namespace gantry
