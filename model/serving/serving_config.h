// SPDX-License-Identifier: Apache-2.0
// Configuration of the machine of inference nodes. Every default is defined here only; docs/serving.md has the same
// keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/network/interconnect_config.h"
#include "gantry/serving/selection.h"

namespace gantry {
inline namespace serving {

/// An inference node: a queue, and a chain of engines that a batch passes in order. Requests with passes left return
/// to the queue behind the last engine, or behind an inner one. With an inner one the node may begin its next batch as
/// soon as the engines behind take the present one.
struct InferenceNodeConfig {
  std::string name;
  std::uint32_t batch_limit = 1;      ///< most requests of a batch, 1..kMaxBatch
  Amount weight = 0;                  ///< importance (NodeState::weight), above 0
  Amount compute = 0;                 ///< NodeState::compute
  std::uint64_t output_bytes = 8;     ///< per request, to each successor or to the gateway
  std::vector<std::string> engines;   ///< names in order; at least one
  std::uint32_t writes_back = kNone;  ///< inner engine behind which requests return; kNone: the last one

  /// Number of engines up to the one that writes back.
  [[nodiscard]] std::size_t front_engines() const { return writes_back == kNone ? engines.size() : writes_back + 1; }
  /// Whether the node can serve two batches at a time.
  [[nodiscard]] bool overlaps() const { return front_engines() < engines.size(); }
};

inline constexpr std::uint32_t kMaxBatch = 65536;
inline constexpr std::uint32_t kMaxPushes = 1U << 20U;

/// Figure of a node from which its importance follows (source 003 [0062]).
enum class Importance : std::uint8_t {
  weight,         ///< none: its weight is its importance
  response_time,  ///< cycles of a lone request
  batch_gain,     ///< requests per cycle of a full batch, as a multiple of those of a lone request
  device_share,   ///< compute
  io_share,       ///< bytes of a request
};

struct BatchSchedulerConfig {
  std::string policy = kSourceSelection;  ///< a name of SelectionCatalogue
  PriorityRule rule;
  Importance importance = Importance::weight;  ///< the reader of the file multiplies the weights by it
  Rating rated;
  std::uint32_t decide_cycles = 1;  ///< from a report to the start message, 0..1000000
  std::uint32_t report_bytes = 16;  ///< report of a node, 0..65536
  std::uint32_t start_bytes = 8;    ///< start message, 0..65536
};

/// A kind of sessions. Its sessions traverse the same graph of nodes. A session pushes its data one after the other;
/// each is a request at every node without predecessors. A node passes its result on when it has served all of them.
struct SessionKind {
  struct Visit {
    NodeId node = 0;
    std::vector<std::uint32_t> after;   ///< visits of the same kind whose outputs it needs
    std::vector<std::uint32_t> before;  ///< visits of the same kind that need its output
  };

  std::string name;
  bool priority = false;          ///< its requests are of the priority type
  bool when_complete = false;     ///< ... at a node, once it has the session's last datum; only with `priority`
  std::uint32_t pushes = 1;       ///< data of a session, 1..kMaxPushes
  Cycle push_interval = 0;        ///< cycles from one datum to the next
  std::uint64_t input_bytes = 8;  ///< of a datum, from the gateway to each node without predecessors
  std::vector<Visit> visits;      ///< each node at most once; no cycles
};

struct ServingConfig {
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  InterconnectConfig interconnect;
  BatchSchedulerConfig scheduler;
  std::vector<InferenceNodeConfig> nodes;
  std::vector<SessionKind> kinds;
};

}  // namespace serving
}  // namespace gantry
