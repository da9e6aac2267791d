// SPDX-License-Identifier: Apache-2.0
// Records of sessions, requests and batches, and their observer.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/serving/node_state.h"

namespace gantry {
inline namespace serving {

struct SessionRecord {
  std::uint64_t number = 0;  ///< number in order of arrival
  std::uint32_t kind = 0;
  Cycle arrived = 0;
  Cycle completed = kNever;
  Cycle pushed = kNever;  ///< its last datum leaves the gateway
};

struct BatchRecord {
  NodeId node = 0;
  std::uint64_t number = 0;  ///< number among the node's batches, from 0
  Cycle selected = 0;        ///< decision of the scheduler
  Cycle started = 0;
  std::vector<Cycle> engine_ends;  ///< end of each engine; the last one ends the batch
  Cycle returned = kNever;         ///< end of the inner engine behind which requests return; kNever: the node has none
  Cycle resumed = kNever;          ///< the engine behind that one begins
  std::uint64_t requests = 0;
  std::uint64_t priority_requests = 0;

  [[nodiscard]] Cycle finished() const { return engine_ends.back(); }
};

/// One pass of a session through a node.
struct VisitRecord {
  std::uint64_t session = 0;
  std::uint32_t kind = 0;
  NodeId node = 0;
  std::uint64_t pass = 0;   ///< number of the pass, from 0
  Cycle queued = 0;         ///< entry into the node's batch queue
  std::uint32_t datum = 0;  ///< of the session's data, from 0
};

/// One decision of the scheduler, as it saw the nodes before it.
struct DecisionRecord {
  std::uint64_t number = 0;  ///< from 0
  Cycle at = 0;
  const std::vector<NodeState>& nodes;
  const std::vector<NodeId>& chosen;  ///< in the order taken
  Amount compute_used = 0;            ///< sum of the compute of the busy nodes after it
};

class ServingSink {
 public:
  virtual ~ServingSink() = default;
  /// Completed sessions in order of completion; after the run the unfinished ones, by number.
  virtual void session_done(const SessionRecord& session) = 0;
  /// Batches in order of their ends, then of nodes. The visits of a batch follow in the order in which they were taken.
  virtual void batch_done(const BatchRecord& batch) = 0;
  virtual void visit_done(const VisitRecord& visit, const BatchRecord& batch) = 0;
  /// Decisions in order.
  virtual void decided(const DecisionRecord& /*decision*/) {}
  /// After the run, with last cycle `end`: an unfinished visit. It waits since `visit.queued` (`started` is kNever), or
  /// is served since `started`.
  virtual void visit_open(const VisitRecord& /*visit*/, Cycle /*started*/, Cycle /*end*/) {}
};

}  // namespace serving
}  // namespace gantry
