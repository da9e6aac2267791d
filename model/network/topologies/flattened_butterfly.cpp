// SPDX-License-Identifier: Apache-2.0
// Flattened butterfly: a butterfly whose stages are folded into one router per row. Routers form a grid with
// `concentration` nodes each. A router has a link to every other router of its row and of its column. k columns, k rows
// and k nodes per router are the k-ary 3-flat; with one row it is the k-ary 2-flat. Dimension-order routing takes at
// most one link along the row, then one along the column, which is free of deadlock.
#include "gantry/network/topologies/grid_keys.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class FlattenedButterfly final : public Topology {
 public:
  FlattenedButterfly(GridSize size, std::uint32_t concentration)
      : columns_(size.columns), rows_(size.rows), concentration_(concentration) {}

  [[nodiscard]] std::uint32_t nodes() const override { return routers() * concentration_; }
  [[nodiscard]] std::uint32_t routers() const override { return columns_ * rows_; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node / concentration_; }

  // Ports of a router: to the other routers of its row from the left, then to those of its column from the top.
  [[nodiscard]] std::uint32_t ports(std::uint32_t /*router*/) const override { return columns_ - 1 + rows_ - 1; }

  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    const std::uint32_t x = router % columns_;
    const std::uint32_t y = router / columns_;
    if (port < columns_ - 1) {
      const std::uint32_t to = other(x, port);
      return {y * columns_ + to, port_to(to, x)};
    }
    const std::uint32_t to = other(y, port - (columns_ - 1));
    return {to * columns_ + x, columns_ - 1 + port_to(to, y)};
  }

  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    const std::uint32_t x = router % columns_;
    const std::uint32_t to_x = destination % columns_;
    if (x != to_x) return port_to(x, to_x);
    return columns_ - 1 + port_to(router / columns_, destination / columns_);
  }

  [[nodiscard]] std::uint32_t columns() const override { return concentration_ == 1 ? columns_ : 0; }

  void resolve(OwnValues& own) const override {
    own.set(kColumns.name, columns_);
    own.set(kRows.name, rows_);
  }

  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    const std::uint32_t row = router / columns_;
    return {static_cast<double>(router % columns_), static_cast<double>(row)};
  }

 private:
  /// Position of the far end of port `port` at position `at` in a row or column; port_to() is the inverse.
  static std::uint32_t other(std::uint32_t at, std::uint32_t port) { return port < at ? port : port + 1; }
  static std::uint32_t port_to(std::uint32_t at, std::uint32_t to) { return to < at ? to : to - 1; }

  std::uint32_t columns_;
  std::uint32_t rows_;
  std::uint32_t concentration_;
};

}  // namespace

void add_flattened_butterfly(TopologyCatalogue& topologies) {
  topologies.add("flattened_butterfly",
                 "columns x rows with a link to every router of the row and column, `concentration` endpoints on each",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   const std::uint32_t each = kConcentration.of(config.own);
                   return std::make_unique<FlattenedButterfly>(grid_size(config.own, endpoints, each), each);
                 },
                 {kColumns, kRows, kConcentration});
}

}  // namespace network
}  // namespace gantry
