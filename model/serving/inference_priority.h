// SPDX-License-Identifier: Apache-2.0
// Inference priority (source 003 [0080]): combines a node's pending requests and its weight.
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
    tie_break,  ///< pending, then weight
  };

  Kind kind = Kind::product;
  std::uint64_t a = 1000000;  ///< factor of `sum`, in millionths, 0..1000000000
  std::uint64_t b = 1000000;  ///< as `a`
};

/// The larger `first` comes first; `second` breaks ties.
struct InferencePriority {
  Amount first = 0;
  Amount second = 0;

  friend bool operator<(const InferencePriority& x, const InferencePriority& y) {
    return x.first != y.first ? x.first < y.first : x.second < y.second;
  }
};

/// Returns the exact priority. Precondition: pending up to kMaxPending, weight up to 10^15.
InferencePriority inference_priority(const NodeState& node, const PriorityRule& rule);

/// Returns the priority as an exact decimal; for `tie_break` the pending requests.
std::string to_text(const InferencePriority& priority, const PriorityRule& rule);

}  // namespace serving
}  // namespace gantry
