// SPDX-License-Identifier: Apache-2.0
#include "python/python_run.h"

#include <utility>

#include "commands/show.h"
#include "gantry/base/error.h"
#include "python/interrupts.h"
#include "python/raise.h"
#include "text/yaml_node.h"

namespace gantry {
namespace {

namespace py = pybind11;

ExperimentText read(const PythonExperiment& experiment) {
  Diagnostics diagnostics;
  auto text = experiment.text ? look_at_experiment(*experiment.text, experiment.path, FileKind::experiment, diagnostics)
                              : read_experiment_text(experiment.path, FileKind::experiment, diagnostics);
  raise(diagnostics);
  return std::move(*text);
}

std::string resolved(const PythonExperiment& experiment, const std::vector<std::string>& sets) {
  const py::gil_scoped_release unlocked;
  Diagnostics diagnostics;
  auto text = resolved_text(read(experiment), sets, diagnostics);
  raise(diagnostics);
  return std::move(*text);
}

/// Returns a scalar as a Python value. Our reader keeps numbers and truth values as text.
py::object value_of(const std::string& text) {
  if (text == "true" || text == "false") return py::bool_(text == "true");
  const bool number = !text.empty() && text.find_first_not_of("-.0123456789") == std::string::npos;
  if (!number) return py::str(text);
  const char* kind = text.find('.') == std::string::npos ? "int" : "float";
  return py::module_::import("builtins").attr(kind)(text);
}

py::object tree_of(const YamlNode& node) {
  if (node.is_null()) return py::none();
  if (node.is_scalar()) return node.quoted ? py::object(py::str(node.text)) : value_of(node.text);
  if (node.is_sequence()) {
    py::list list;
    for (const YamlNode& item : node.items) list.append(tree_of(item));
    return list;
  }
  py::dict map;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    map[py::str(node.items[i].text)] = tree_of(node.items[i + 1]);
  }
  return map;
}

}  // namespace

PythonRun run_experiment(const PythonExperiment& experiment, const std::vector<std::string>& sets,
                         const std::vector<std::string>& engines, const std::string& out) {
  Interrupts interrupts;
  KeptOutputs kept;
  RunOutcome outcome;
  std::vector<std::string> notes;
  std::string directory;
  {
    const py::gil_scoped_release unlocked;
    Diagnostics diagnostics;
    RunRequest request{read(experiment), sets, {}, {}, out, out.empty() ? &kept : nullptr};
    const auto names = read_engines({engines, ""}, diagnostics);
    raise(diagnostics);
    request.engines = *names;
    const auto run = prepare_run(request, diagnostics);
    raise(diagnostics);
    notes = diagnostics.take_notes();
    RunSteering steer;
    steer.kernel = Kernel::cycle;  // any number of runs, side by side
    steer.stop = &interrupts.stop();
    steer.progress = [&](Cycle /*now*/, std::uint64_t /*done*/, std::uint64_t /*total*/) { interrupts.look(); };
    outcome = run->run(steer, true, diagnostics);
    if (!outcome.difference.empty()) throw Error(outcome.difference, ErrorKind::mismatch);
    raise(diagnostics, ErrorKind::output);
    if (!out.empty()) directory = run->directory();
  }
  interrupts.raise();
  RunOutputs outputs = directory.empty() ? RunOutputs(std::move(kept)) : RunOutputs(directory);
  return {std::move(outputs), directory, std::move(outcome), std::move(notes)};
}

std::string show_experiment_text(const PythonExperiment& experiment, const std::vector<std::string>& sets) {
  return resolved(experiment, sets);
}

py::object show_experiment(const PythonExperiment& experiment, const std::vector<std::string>& sets) {
  const std::string text = resolved(experiment, sets);
  Diagnostics diagnostics;
  const auto tree = parse_yaml(text, "resolved", diagnostics);
  raise(diagnostics);
  return tree_of(*tree);
}

}  // namespace gantry
