// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "catch.h"
#include "network/network_experiment.h"

namespace gantry {

/// The key `nodes`, if the interconnect of these keys has no size of its own.
inline std::string nodes_key(const std::string& interconnect, std::uint32_t nodes) {
  const bool sized = interconnect.find("columns: ") != std::string::npos || interconnect.find("graph") == 10;
  return sized ? "" : "nodes: " + std::to_string(nodes) + "\n";
}

/// The network experiment that a text has to be.
inline NetworkExperiment experiment_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto experiment = read_network_experiment(text, "test.yaml", {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
  REQUIRE(experiment);
  return *experiment;
}

}  // namespace gantry
