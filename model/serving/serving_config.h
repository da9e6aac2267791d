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

/// An inference node: a queue, and a chain of engines that a batch passes in order.
struct InferenceNodeConfig {
  std::string name;
  std::uint32_t batch_limit = 1;     ///< most requests of a batch, 1..kMaxBatch
  Amount weight = 0;                 ///< importance (NodeState::weight), above 0
  Amount compute = 0;                ///< NodeState::compute
  std::uint64_t output_bytes = 8;    ///< per request, to each successor or to the gateway
  std::vector<std::string> engines;  ///< names in order; at least one
};

inline constexpr std::uint32_t kMaxBatch = 65536;

struct BatchSchedulerConfig {
  std::string policy = kSourceSelection;  ///< a name of SelectionCatalogue
  PriorityRule rule;
  Rating rated;
  std::uint32_t decide_cycles = 1;  ///< from a report to the start message, 0..1000000
  std::uint32_t report_bytes = 16;  ///< report of a node, 0..65536
  std::uint32_t start_bytes = 8;    ///< start message, 0..65536
};

/// A kind of sessions. Its sessions traverse the same graph of nodes.
struct SessionKind {
  struct Visit {
    NodeId node = 0;
    std::vector<std::uint32_t> after;   ///< visits of the same kind whose outputs it needs
    std::vector<std::uint32_t> before;  ///< visits of the same kind that need its output
  };

  std::string name;
  bool priority = false;          ///< its requests are of the priority type
  std::uint64_t input_bytes = 8;  ///< from the gateway to each node without predecessors
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
