// SPDX-License-Identifier: Apache-2.0
// Objectives of a partition: a cost of the edges between its parts, to be minimised.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "gantry/plan/graph.h"

namespace gantry::plan {

enum class Objective : std::uint8_t {
  critical,        ///< critical edges, then all edges
  edges,           ///< all edges, then critical edges
  bytes,           ///< bytes of all edges, then number of edges
  critical_bytes,  ///< bytes of critical edges, then bytes of all edges
};

/// Names in commands and plans.
inline constexpr std::array<std::string_view, 4> kObjectiveNames = {"critical", "edges", "bytes", "critical_bytes"};
inline std::string_view name_of(Objective objective) { return kObjectiveNames[static_cast<std::size_t>(objective)]; }

/// Cost of a set of edges: compared by the first number, then by the second.
struct Cut {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  Cut& operator+=(const Cut& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
  Cut& operator-=(const Cut& other) {
    first -= other.first;
    second -= other.second;
    return *this;
  }
  friend bool operator<(const Cut& a, const Cut& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  }
  friend bool operator==(const Cut& a, const Cut& b) { return a.first == b.first && a.second == b.second; }
};

/// Whether the objective counts bytes. Then the bytes of all edges must sum to less than 2^62.
inline bool counts_bytes(Objective objective) {
  return objective == Objective::bytes || objective == Objective::critical_bytes;
}

/// Cost of cutting an edge.
inline Cut weight_of(Objective objective, const Edge& edge, bool critical) {
  switch (objective) {
    case Objective::edges:
      return {1, critical ? 1U : 0U};
    case Objective::bytes:
      return {edge.bytes, 1};
    case Objective::critical_bytes:
      return {critical ? edge.bytes : 0, edge.bytes};
    case Objective::critical:
      break;
  }
  return {critical ? 1U : 0U, 1};
}

}  // namespace gantry::plan
