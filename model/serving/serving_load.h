// SPDX-License-Identifier: Apache-2.0
// Load of the serving machine: arrivals of sessions, and service times of batches.
#pragma once

#include <cstdint>

#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

struct SessionArrival {
  Cycle at = 0;
  std::uint32_t kind = 0;  ///< index in ServingConfig::kinds
  std::uint64_t work = 0;  ///< size in a trace record, for passes(); 0: none
};

class ServingLoad {
 public:
  virtual ~ServingLoad() = default;
  /// Returns the next session in `arrival`, in order of arrival, then of kind; false: there are no more.
  virtual bool next(SessionArrival& arrival) = 0;
  /// Returns the number of sessions that next() yields in all.
  [[nodiscard]] virtual std::uint64_t total() const = 0;
  /// Returns how many passes through the node a session with this work needs, at least 1. Called once per request, in
  /// the order in which they queue there.
  virtual std::uint64_t passes(NodeId node, std::uint64_t work) = 0;
  /// Returns the cycles that the engine takes for the node's next batch of `requests`.
  virtual Cycle service_cycles(NodeId node, std::uint32_t engine, std::uint64_t requests) = 0;
  /// Writes the state into a checkpoint, or reads it into a load of which at most one session was taken
  /// (gantry/base/archive.h). Returns false, and does nothing, if runs with this load cannot be cut.
  virtual bool archive(Archive& /*state*/) { return false; }
};

}  // namespace serving
}  // namespace gantry
