// SPDX-License-Identifier: Apache-2.0
// What comes from outside of the machine of inference nodes: when sessions arrive, and how long a batch takes.
#pragma once

#include <cstdint>

#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

struct SessionArrival {
  Cycle at = 0;
  std::uint32_t kind = 0;
  std::uint64_t work = 0;  ///< what a record says of its size, for passes(); 0 = nothing
};

class ServingLoad {
 public:
  virtual ~ServingLoad() = default;
  /// The next session, in order of arrival, then of kind. False when there are no more.
  virtual bool next(SessionArrival& arrival) = 0;
  [[nodiscard]] virtual std::uint64_t total() const = 0;
  /// How often a request of a session with this work passes through the node, at least once; asked once per session and
  /// node, in the order in which they queue there.
  virtual std::uint64_t passes(NodeId node, std::uint64_t work) = 0;
  /// How long the engine takes for the node's next batch, of so many requests.
  virtual Cycle service_cycles(NodeId node, std::uint32_t engine, std::uint64_t requests) = 0;
};

}  // namespace serving
}  // namespace gantry
