// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "catch.h"
#include "network/network_experiment.h"

namespace gantry {

/// The network experiment that a text has to be.
inline NetworkExperiment experiment_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto experiment = read_network_experiment(text, "test.yaml", {}, diagnostics);
  for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
  REQUIRE(experiment);
  return *experiment;
}

}  // namespace gantry
