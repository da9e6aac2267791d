// SPDX-License-Identifier: Apache-2.0
// Inference priority (source 003 [0074], [0080]): combines a node's number of requests and its weight.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

struct PriorityRule {
  enum class Kind : std::uint8_t {
    product,    ///< count x weight
    sum,        ///< a x count + b x weight
    tie_break,  ///< count, then weight
  };
  /// The requests that count.
  enum class Counts : std::uint8_t {
    pending,         ///< all that wait
    priority_tasks,  ///< those of the priority type; of a node without any, all that wait
  };

  Kind kind = Kind::product;
  Counts counts = Counts::pending;
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

/// Returns the priority as an exact decimal; for `tie_break` the number of requests.
std::string to_text(const InferencePriority& priority, const PriorityRule& rule);

}  // namespace serving
}  // namespace gantry
