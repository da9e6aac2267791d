// SPDX-License-Identifier: Apache-2.0
// An experiment in which nothing is wrong, for tests that change one thing in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "input_files.h"

namespace gantry {

using Lines = std::vector<std::string>;

/// In e.yaml, with its architecture in a.yaml and its workload in w.yaml.
struct GoodExperiment : InputFiles {
  GoodExperiment() {
    write("a.yaml", "processors:\n  - {count: 2, speed: 1.5}\n  - {type: dma, word_bytes: 8}\n");
    write("w.yaml", "tasks:\n  - {id: a}\n");
    write("e.yaml", "architecture: a.yaml\nworkload: w.yaml\n");
  }
  std::optional<Experiment> load(const std::vector<std::string>& sets = {}) {
    diagnostics = Diagnostics();
    return load_experiment(path("e.yaml"), sets, diagnostics);
  }
  Lines load_errors(const std::vector<std::string>& sets = {}) {
    load(sets);
    return errors(diagnostics);
  }
  Diagnostics diagnostics;
};

}  // namespace gantry
