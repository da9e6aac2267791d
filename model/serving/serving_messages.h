// SPDX-License-Identifier: Apache-2.0
// Messages between gateway, inference nodes and scheduler.
#pragma once

#include <cstdint>

#include "gantry/network/message.h"
#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

/// gateway or inference node -> inference node: an input of a visit. `session` is a slot of the session table, `datum`
/// counts the session's data from 0; between nodes it is 0.
struct VisitInput {
  static constexpr MessageKind kKind{"session_data"};
  std::uint32_t session = 0;
  std::uint32_t visit = 0;
  std::uint32_t datum = 0;
};

/// inference node -> gateway: the result of a session.
struct SessionResult {
  static constexpr MessageKind kKind{"session_data"};
  std::uint32_t session = 0;
};

/// inference node -> batch scheduler: a report waits in NodeReports.
struct PendingReport {
  static constexpr MessageKind kKind{"pending_report"};
  NodeId node = 0;
};

/// batch scheduler -> inference node: start a batch.
struct StartBatch {
  static constexpr MessageKind kKind{"start_batch"};
  Cycle selected = 0;  ///< cycle of the decision
};

}  // namespace serving
}  // namespace gantry
