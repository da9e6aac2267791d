// SPDX-License-Identifier: Apache-2.0
// The machine of inference nodes as numbers. Every default lives here; docs/serving.md tables the same keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/network/interconnect_config.h"
#include "gantry/serving/selection.h"

namespace gantry {
inline namespace serving {

/// One inference node: a queue, and a chain of engines that a batch passes one after the other.
struct InferenceNodeConfig {
  std::string name;
  std::uint32_t batch_limit = 1;  ///< requests in a batch, 1..kMaxBatch
  Amount weight = 0;
  Amount compute = 0;
  std::uint64_t output_bytes = 8;    ///< per request, to each node behind it, or to the gateway
  std::vector<std::string> engines;  ///< their names, in order; at least one
};

inline constexpr std::uint32_t kMaxBatch = 65536;

struct BatchSchedulerConfig {
  std::string policy = kSourceSelection;  ///< in SelectionCatalogue
  PriorityRule rule;
  Rating rated;
  std::uint32_t decide_cycles = 1;  ///< reports seen to the start messages handed over, 0..1000000
  std::uint32_t report_bytes = 16;  ///< a node's counts, 0..65536
  std::uint32_t start_bytes = 8;    ///< 0..65536
};

/// Sessions of one kind walk the same graph of nodes.
struct SessionKind {
  struct Visit {
    NodeId node = 0;
    std::vector<std::uint32_t> after;   ///< visits of the same kind whose outputs it needs
    std::vector<std::uint32_t> before;  ///< ... that need its output
  };

  std::string name;
  bool priority = false;          ///< its requests are of the priority type
  std::uint64_t input_bytes = 8;  ///< from the gateway to each node without predecessors
  std::vector<Visit> visits;      ///< each node at most once; no cycles
};

struct ServingConfig {
  std::uint32_t clock_mhz = 1000;
  InterconnectConfig interconnect;
  BatchSchedulerConfig scheduler;
  std::vector<InferenceNodeConfig> nodes;
  std::vector<SessionKind> kinds;
};

}  // namespace serving
}  // namespace gantry
