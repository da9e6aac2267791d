// SPDX-License-Identifier: Apache-2.0
// A pattern says who sends to whom under synthetic traffic. The conventions of those that are built in are the field's
// (docs/network.md has the table): node = y * columns + x.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/own_keys.h"
#include "gantry/base/random.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

inline constexpr std::uint64_t kMillion = 1000000;

/// How a pattern sees the nodes of an interconnect.
struct NodeGrid {
  std::uint32_t columns = 0;  ///< of a topology that is no grid: all nodes
  std::uint32_t rows = 1;
  [[nodiscard]] std::uint32_t nodes() const { return columns * rows; }
};

/// It has no state: all nodes draw from it, each with bits of its own.
class Pattern {
 public:
  virtual ~Pattern() = default;
  /// Where the next packet of a node goes.
  [[nodiscard]] virtual std::uint32_t draw(std::uint32_t from, RandomBits& bits) const = 0;
  /// Exactly the chance with which draw() answers `to`; those of a node sum to 1. Bounds are computed from it.
  [[nodiscard]] virtual double share(std::uint32_t from, std::uint32_t to) const = 0;
};

/// A node that gets more than others.
struct NodeShare {
  std::uint32_t node = 0;
  std::uint64_t millionths = 0;  ///< of all packets
};

/// A key of a pattern's own: its line, and what stands behind it.
struct PatternKey {
  enum class Kind : std::uint8_t {
    number,        ///< as of other plug-ins
    flag,          ///< `true` or `false`: a number that is 1 or 0
    shares,        ///< nodes with shares of all packets, which sum to 1 at most; required
    destinations,  ///< a file with one destination for each node, each of which is one once; required
    packets,       ///< no pattern, but packets that are given
    trace,         ///< ... in a file
  };
  OwnKey line;
  Kind kind = Kind::number;

  [[nodiscard]] std::string_view name() const { return line.name; }
};

/// What was given for the keys of a pattern.
struct PatternValues {
  OwnValues numbers;
  std::map<std::string, std::vector<NodeShare>, std::less<>> shares;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> destinations;  ///< per node

  [[nodiscard]] bool flag(const PatternKey& key) const { return key.line.of(numbers) != 0; }
  [[nodiscard]] std::vector<NodeShare> shares_of(const PatternKey& key) const {
    const auto found = shares.find(key.name());
    return found == shares.end() ? std::vector<NodeShare>() : found->second;
  }
  [[nodiscard]] std::vector<std::uint32_t> destinations_of(const PatternKey& key) const {
    const auto found = destinations.find(key.name());
    return found == destinations.end() ? std::vector<std::uint32_t>() : found->second;
  }
};

/// Throws std::invalid_argument, which says what it needs ("needs as many columns as rows"), if the nodes do not suit
/// it.
using PatternFactory = std::unique_ptr<Pattern>(const PatternValues& own, const NodeGrid& grid);
using PatternCatalogue = Catalogue<PatternFactory, PatternKey>;
/// Those of the folder `patterns`. The entry without a factory has the packets given one by one.
const PatternCatalogue& builtin_patterns();

}  // namespace network
}  // namespace gantry
