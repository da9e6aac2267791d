// SPDX-License-Identifier: Apache-2.0
// Inference priority (source 003 [0080]): how much a node's queue and its importance count together.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

struct PriorityRule {
  enum class Kind : std::uint8_t {
    product,    ///< pending x weight
    sum,        ///< a x pending + b x weight
    tie_break,  ///< pending, and among equals the weight
  };

  Kind kind = Kind::product;
  std::uint64_t a = 1000000;  ///< of `sum`, in millionths, up to 1000
  std::uint64_t b = 1000000;
};

/// The larger comes first; `second` decides among equals.
struct InferencePriority {
  Amount first = 0;
  Amount second = 0;

  friend bool operator<(const InferencePriority& x, const InferencePriority& y) {
    return x.first != y.first ? x.first < y.first : x.second < y.second;
  }
};

/// Exact. Precondition: pending up to kMaxPending, weight up to 10^15.
InferencePriority inference_priority(const NodeState& node, const PriorityRule& rule);

/// The priority as an exact decimal; of `tie_break` the pending requests.
std::string to_text(const InferencePriority& priority, const PriorityRule& rule);

}  // namespace serving
}  // namespace gantry
