// SPDX-License-Identifier: Apache-2.0
// A traffic pattern chooses the destinations of synthetic packets. docs/network.md defines the built-in ones; they
// follow the literature, with node = y * columns + x.
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
inline constexpr std::uint64_t kTrillion = kMillion * kMillion;

/// The nodes of an interconnect as a grid.
struct NodeGrid {
  std::uint32_t columns = 0;  ///< if the topology is no grid: the number of nodes
  std::uint32_t rows = 1;
  [[nodiscard]] std::uint32_t nodes() const { return columns * rows; }
};

/// An exact probability.
struct PatternShare {
  std::uint64_t part = 0;  ///< at most `of`
  std::uint64_t of = 1;    ///< below 2^32: a network has at most 4,096 nodes
};

/// How much a node creates: packets for each one of the mean node, exactly. Both are below 2^44.
struct RateShare {
  std::uint64_t part = 1;
  std::uint64_t of = 1;
};

/// A pattern without state. All nodes draw from it, each with random bits of its own.
class Pattern {
 public:
  virtual ~Pattern() = default;
  /// Returns the destination of the next packet of node `from`; both are numbers of nodes, from 0.
  [[nodiscard]] virtual std::uint32_t draw(std::uint32_t from, RandomBits& bits) const = 0;
  /// Returns the exact probability that draw() returns `to`. The sum over `to` is 1, and 0 of a node that creates
  /// nothing. Used for bounds.
  [[nodiscard]] virtual PatternShare share(std::uint32_t from, std::uint32_t to) const = 0;
  /// Returns the rate of a node by the mean of all nodes. draw() is called for nodes with a rate above 0 only.
  [[nodiscard]] virtual RateShare rate_of(std::uint32_t /*from*/) const { return {}; }
};

/// The extra share of a hotspot.
struct NodeShare {
  std::uint32_t node = 0;
  std::uint64_t millionths = 0;  ///< share of all packets, in millionths
};

/// The rate of a pair of nodes, above 0, in any unit: only ratios count. Those of a source sum to less than 2^32.
struct NodeRate {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t rate = 0;
};

/// A key of a pattern: its description and the form of its value.
struct PatternKey {
  enum class Kind : std::uint8_t {
    number,        ///< a number, as for other plug-ins
    flag,          ///< `true` or `false`, stored as 1 or 0
    shares,        ///< nodes with shares of all packets, sum at most 1; required
    destinations,  ///< a file with a permutation of the nodes; required
    rates,         ///< a file with rates of pairs of nodes; required
    packets,       ///< a list of explicit packets
    trace,         ///< a file of explicit packets
  };
  OwnKey line;
  Kind kind = Kind::number;

  [[nodiscard]] std::string_view name() const { return line.name; }
};

/// The values of a pattern's keys.
struct PatternValues {
  OwnValues numbers;
  std::map<std::string, std::vector<NodeShare>, std::less<>> shares;            ///< their sum is at most 1
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> destinations;  ///< destination by node
  std::map<std::string, std::vector<NodeRate>, std::less<>> rates;              ///< each pair once

  [[nodiscard]] bool flag(const PatternKey& key) const { return key.line.of(numbers) != 0; }
  [[nodiscard]] std::vector<NodeShare> shares_of(const PatternKey& key) const {
    const auto found = shares.find(key.name());
    return found == shares.end() ? std::vector<NodeShare>() : found->second;
  }
  [[nodiscard]] std::vector<std::uint32_t> destinations_of(const PatternKey& key) const {
    const auto found = destinations.find(key.name());
    return found == destinations.end() ? std::vector<std::uint32_t>() : found->second;
  }
  [[nodiscard]] std::vector<NodeRate> rates_of(const PatternKey& key) const {
    const auto found = rates.find(key.name());
    return found == rates.end() ? std::vector<NodeRate>() : found->second;
  }
};

/// Makes a pattern. Throws Error when the nodes do not suit it; the text continues "pattern NAME ..."
/// ("needs as many columns as rows").
using PatternFactory = std::unique_ptr<Pattern>(const PatternValues& own, const NodeGrid& grid);
using PatternCatalogue = Catalogue<PatternFactory, PatternKey>;
/// The patterns of the folder `patterns`. The entry `trace` has no factory: its packets are explicit.
const PatternCatalogue& builtin_patterns();

}  // namespace network
}  // namespace gantry
