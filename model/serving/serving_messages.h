// SPDX-License-Identifier: Apache-2.0
// What gateway, inference nodes and scheduler say to each other over the interconnect.
#pragma once

#include <cstdint>

#include "gantry/network/message.h"
#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

/// gateway or inference node -> inference node: an input of a visit. Sessions by their slots.
struct VisitInput {
  static constexpr MessageKind kKind{"session_data"};
  std::uint32_t session = 0;
  std::uint32_t visit = 0;
};

/// inference node -> gateway
struct SessionResult {
  static constexpr MessageKind kKind{"session_data"};
  std::uint32_t session = 0;
};

/// inference node -> batch scheduler; what is reported waits in NodeReports.
struct PendingReport {
  static constexpr MessageKind kKind{"pending_report"};
  NodeId node = 0;
};

/// batch scheduler -> inference node
struct StartBatch {
  static constexpr MessageKind kKind{"start_batch"};
  Cycle selected = 0;  ///< when it was decided
};

}  // namespace serving
}  // namespace gantry
