// SPDX-License-Identifier: Apache-2.0
// gantry._native: the C++ part of the Python module. Users see the package gantry/ beside this file.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands/list.h"
#include "experiment/experiment.h"
#include "gantry/base/error.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/tie_break.h"
#include "python/python_picker.h"
#include "python/python_run.h"
#include "python/raise.h"
#include "python/run_outputs.h"
#include "run/versions.h"
#include "text/key_schema.h"

// The SystemC library needs the symbol, although it is never called (sim/sc_main.cpp).
extern "C" __attribute__((visibility("default"))) int sc_main(int argc, char** argv);
int sc_main(int /*argc*/, char** /*argv*/) { return 1; }

namespace gantry {
namespace {

namespace py = pybind11;

/// An array that takes over the numbers.
template <class Number>
py::array array_of(std::vector<Number> numbers) {
  auto held = std::make_unique<std::vector<Number>>(std::move(numbers));
  const auto size = static_cast<py::ssize_t>(held->size());
  const Number* const begin = held->data();
  const py::capsule owner(held.release(), [](void* all) { delete static_cast<std::vector<Number>*>(all); });
  return py::array_t<Number>(size, begin, owner);
}

/// Objects: a name that is a thousand times in a column is there once.
py::array texts_of(const TableColumn& column) {
  std::vector<py::object> words;
  for (const std::string& word : column.words) {
    words.push_back(py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(word.data(), static_cast<py::ssize_t>(word.size()), "replace")));
  }
  py::array array(py::dtype("O"), std::vector<py::ssize_t>{static_cast<py::ssize_t>(column.texts.size())});
  auto* cells = static_cast<PyObject**>(array.mutable_data());
  for (std::size_t i = 0; i < column.texts.size(); ++i) {
    PyObject* const before = cells[i];
    cells[i] = words[column.texts[i]].inc_ref().ptr();
    Py_XDECREF(before);
  }
  return array;
}

py::dict columns_of(const RunOutputs& outputs, const std::string& file) {
  std::vector<TableColumn> columns;
  {
    const py::gil_scoped_release unlocked;
    Diagnostics diagnostics;
    columns = outputs.columns(file, diagnostics);
    raise(diagnostics);
  }
  py::dict table;
  for (TableColumn& column : columns) {
    const py::str name(column.name);
    if (column.kind == TableColumn::Kind::text) {
      table[name] = texts_of(column);
    } else if (column.kind == TableColumn::Kind::ratio) {
      table[name] = array_of(std::move(column.ratios));
    } else {
      table[name] = array_of(std::move(column.numbers));
    }
  }
  return table;
}

/// For another process: the texts, or the directory's name.
py::object packed(const RunOutputs& outputs) {
  if (!outputs.kept()) return py::bytes(outputs.directory());
  py::dict texts;
  for (const auto& [file, text] : *outputs.kept()) texts[py::str(file)] = py::bytes(text);
  return texts;
}

RunOutputs unpacked(const py::object& state) {
  if (py::isinstance<py::dict>(state)) return RunOutputs(state.cast<KeptOutputs>());
  return RunOutputs(state.cast<std::string>());
}

py::object error_class(const char* name) { return py::module_::import("gantry._errors").attr(name); }

/// LockstepError(text); InputError or OutputError(lines, [(file, line, column, message)]).
py::object python_error(const Error& error) {
  if (error.kind() == ErrorKind::mismatch) return error_class("LockstepError")(error.what());
  py::list problems;
  for (const Diagnostic& one : error.diagnostics().errors()) {
    problems.append(py::make_tuple(one.where.file, one.where.line, one.where.column, one.text));
  }
  const char* name = error.kind() == ErrorKind::output ? "OutputError" : "InputError";
  return error_class(name)(error.diagnostics().lines(), problems);
}

void set_error(const py::object& error) { PyErr_SetObject(py::type::of(error).ptr(), error.ptr()); }

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(std::move(thrown));
  } catch (const Error& error) {
    set_error(python_error(error));
  }
}

/// Returns the rounds of a stimulus. An error is raised with the earlier rounds as `answers`.
std::string rounds_of(PythonPicker& picker, const std::string& text, const std::string& file) {
  PickedRounds picked = picker.stimulus(text, file);
  if (!picked.error) return std::move(picked.rounds);
  const py::object error = python_error(*picked.error);
  if (!picked.rounds.empty()) error.attr("answers") = picked.rounds;
  set_error(error);
  throw py::error_already_set();
}

py::list key_rows() {
  KeyTable table;
  Experiment usual;
  usual.architecture.processors->emplace_back();
  describe(table, usual);
  py::list rows;
  for (const KeyRow& key : table.keys()) {
    rows.append(py::make_tuple(key.name, key.usual, key.range, key.unit, key.meaning));
  }
  return rows;
}

py::dict kinds() {
  py::dict all;
  for (const ListedKind& kind : listed_kinds()) {
    py::dict names;
    for (const Listed& entry : kind.entries) names[py::str(entry.name)] = entry.summary;
    all[py::str(kind.kind)] = names;
  }
  return all;
}

py::dict picker_config(PythonPicker& picker) {
  const PickerConfig config = picker.config();
  py::dict said;
  said["entries"] = config.entries;
  said["classes"] = config.classes;
  said["frac"] = config.frac;
  said["quant"] = config.quantisation();
  said["tie"] = config.tie == TieBreak::expected_weight ? "expected_weight" : "history_weight";
  return said;
}

}  // namespace

PYBIND11_MODULE(_native, module) {
  py::register_exception_translator(translate);
  py::class_<PythonExperiment>(module, "Experiment")
      .def(py::init([](std::string path, std::optional<std::string> text) {
        return PythonExperiment{std::move(path), std::move(text)};
      }));
  py::class_<RunOutputs>(module, "Outputs")
      .def(py::init<std::string>())
      .def("text", &RunOutputs::text)
      .def("columns", &columns_of)
      .def(py::pickle(&packed, &unpacked));
  py::class_<PythonRun>(module, "Run")
      .def_property_readonly("outputs", [](const PythonRun& run) { return run.outputs; })
      .def_readonly("directory", &PythonRun::directory)
      .def_readonly("notes", &PythonRun::notes)
      .def_property_readonly("table", [](const PythonRun& run) { return run.outcome.table; })
      .def_property_readonly("diagnosis", [](const PythonRun& run) { return run.outcome.diagnosis; });
  py::class_<PythonPicker>(module, "Picker")
      .def(py::init<const std::string&, const std::string&, const std::string&>())
      .def("stimulus", &rounds_of)
      .def_property_readonly("config", &picker_config);
  module.def("run", &run_experiment);
  module.def("show", &show_experiment);
  module.def("show_text", &show_experiment_text);
  module.def("key_rows", &key_rows);
  module.def("kinds", &kinds);
  module.def("versions", &versions);
}

}  // namespace gantry
