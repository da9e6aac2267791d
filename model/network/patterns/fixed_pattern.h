// SPDX-License-Identifier: Apache-2.0
// Patterns with one destination per node, stored as a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/error.h"
#include "gantry/network/pattern.h"

namespace gantry {
inline namespace network {

class FixedPattern final : public Pattern {
 public:
  /// `to`: destination by node.
  explicit FixedPattern(std::vector<std::uint32_t> to) : to_(std::move(to)) {}

  [[nodiscard]] std::uint32_t draw(std::uint32_t from, RandomBits& /*bits*/) const override { return to_[from]; }
  [[nodiscard]] PatternShare share(std::uint32_t from, std::uint32_t to) const override {
    return {to_[from] == to ? 1U : 0U, 1};
  }

 private:
  std::vector<std::uint32_t> to_;
};

/// Makes a pattern from `to_of(node)`, the destination of a node.
template <class ToOf>
std::unique_ptr<Pattern> fixed_pattern(std::uint32_t nodes, const ToOf& to_of) {
  std::vector<std::uint32_t> to(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) to[node] = to_of(node);
  return std::make_unique<FixedPattern>(std::move(to));
}

/// Makes a pattern from `to_of(x, y)`, the destination of the node in column x and row y.
template <class ToOf>
std::unique_ptr<Pattern> grid_pattern(const NodeGrid& grid, const ToOf& to_of) {
  return fixed_pattern(grid.nodes(),
                       [&](std::uint32_t node) { return to_of(node % grid.columns, node / grid.columns); });
}

/// Makes a pattern from `to_of(node, bits)`, where `bits` is the width of node numbers. A single node
/// sends to itself. Throws Error unless the number of nodes is a power of two.
template <class ToOf>
std::unique_ptr<Pattern> bit_pattern(const NodeGrid& grid, const ToOf& to_of) {
  const std::uint32_t nodes = grid.nodes();
  std::uint32_t bits = 0;
  while ((std::uint64_t{1} << bits) < nodes) ++bits;
  if ((std::uint64_t{1} << bits) != nodes) {
    throw Error("needs a power of two of nodes, and there are " + std::to_string(nodes));
  }
  return fixed_pattern(nodes, [&](std::uint32_t node) { return bits == 0 ? node : to_of(node, bits); });
}

}  // namespace network
}  // namespace gantry
