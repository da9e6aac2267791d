// SPDX-License-Identifier: Apache-2.0
// Reader of PipeDream's profile of a neural network (`graph.txt`): layers with forward and backward time, activation
// bytes and parameter bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"

namespace gantry {

struct PipedreamGraph {
  struct Layer {
    std::string id;
    std::string kind;  ///< text of the operator
    Decimal forward;   ///< milliseconds
    Decimal backward;
    std::uint64_t activation_bytes = 0;  ///< bytes of all outputs
    std::uint64_t parameter_bytes = 0;
    SourcePosition where;
  };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
  };
  std::vector<Layer> layers;
  std::vector<Edge> edges;  ///< each edge once
};

/// Returns false after a problem.
bool parse_pipedream(const std::string& text, const std::string& file, PipedreamGraph& graph, Diagnostics& diagnostics);

/// Order of the training graph's tasks: forward of layer 0, 1, ..., then backward of layer 0, 1, ...
inline std::uint32_t forward_task(std::uint32_t layer) { return layer; }
inline std::uint32_t backward_task(const PipedreamGraph& graph, std::uint32_t layer) {
  return static_cast<std::uint32_t>(graph.layers.size()) + layer;
}

}  // namespace gantry
