// SPDX-License-Identifier: Apache-2.0
// Reader of DNN placement problems (JSON): operators with times on accelerators and CPUs, bytes, and colour classes
// whose nodes must be on one device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"

namespace gantry {

struct DnnPlacement {
  struct Node {
    std::string id;
    Decimal cpu_time;                         ///< milliseconds
    std::optional<Decimal> accelerator_time;  ///< milliseconds; nothing: the operator cannot run there
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> colour;
    bool backward = false;
    SourcePosition where;
  };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Decimal cost;             ///< milliseconds to move the data between an accelerator and main memory
    std::uint64_t bytes = 0;  ///< `size`; 0 if the file has none
  };
  std::uint64_t accelerators = 0;
  std::uint64_t cpus = 0;
  std::uint64_t accelerator_bytes = 0;
  std::vector<Node> nodes;
  std::vector<Edge> edges;  ///< each edge once
};

/// Returns false after a problem.
bool parse_dnn_placement(const std::string& text, const std::string& file, DnnPlacement& placement,
                         Diagnostics& diagnostics);

}  // namespace gantry
