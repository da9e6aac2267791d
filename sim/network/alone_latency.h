// SPDX-License-Identifier: Apache-2.0
// How long packets take that are alone, on average over who sends to whom.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/network/routing.h"
#include "network/network_experiment.h"

namespace gantry {

/// Lengths of packets with their shares, which sum to 1.
struct PacketLength {
  std::uint64_t flits = 1;
  double share = 1.0;
};
using PacketLengths = std::vector<PacketLength>;

/// Whether all links of an interconnect take equally long.
[[nodiscard]] bool has_even_links(const InterconnectConfig& config, const Topology& topology);

/// Cycles from creation to the last flit, of packets over `hops` even links on average: exact, since every link adds
/// the same.
[[nodiscard]] double alone_on_even_links(const InterconnectConfig& config, double hops, const PacketLengths& lengths);

/// The same over links that differ, on the routes of a routing that draws nothing but one of its orders, summed by
/// destination.
class AloneSum {
 public:
  AloneSum(const InterconnectConfig& config, const Routing& routing, PacketLengths lengths)
      : config_(config), routing_(routing), lengths_(std::move(lengths)) {}

  /// Adds what enters at every router for the router `end`.
  void add(const std::vector<double>& flow, std::uint32_t end);
  /// Nothing: which of several ways a packet takes decides how long it takes, or there is too much to work out.
  [[nodiscard]] std::optional<double> mean() const;

 private:
  const InterconnectConfig& config_;
  const Routing& routing_;
  PacketLengths lengths_;
  std::uint64_t steps_ = 0;  ///< worked out so far
  double packets_ = 0.0;
  double cycles_ = 0.0;
};

}  // namespace gantry
