// SPDX-License-Identifier: Apache-2.0
// `gantry run` and `gantry show` for Python.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

#include "commands/one_run.h"
#include "python/run_outputs.h"

namespace gantry {

/// An experiment that Python names: a path, or a text and what messages call it.
struct PythonExperiment {
  std::string path;
  std::optional<std::string> text;
};

struct PythonRun {
  RunOutputs outputs;
  std::string directory;  ///< empty: in memory
  RunOutcome outcome;
  std::vector<std::string> notes;
};

/// With the lock of the interpreter, which it lets go while it works. `engines` as of --engine, `out` empty: in memory.
PythonRun run_experiment(const PythonExperiment& experiment, const std::vector<std::string>& sets,
                         const std::vector<std::string>& engines, const std::string& out);

/// The resolved experiment as a tree of Python's values.
pybind11::object show_experiment(const PythonExperiment& experiment, const std::vector<std::string>& sets);
std::string show_experiment_text(const PythonExperiment& experiment, const std::vector<std::string>& sets);

}  // namespace gantry
