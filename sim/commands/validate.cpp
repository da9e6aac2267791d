// SPDX-License-Identifier: Apache-2.0
// gantry validate: whether files are right, without running anything.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "architecture/graph_reader.h"
#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "cost/cost_file.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/one_line.h"
#include "network/network_experiment.h"
#include "output/output_guard.h"
#include "regress/suite.h"
#include "serving/serving_experiment.h"
#include "sweep/study.h"
#include "sweep/study_plan.h"
#include "text/file_kind.h"
#include "text/text_file.h"
#include "workload/format.h"

namespace gantry {
namespace {

/// Returns the kind of the file, for the line that says that it is valid.
std::string validate_document(const YamlNode& document, const std::string& text, const std::string& file,
                              Diagnostics& diagnostics) {
  const auto kind = kind_of(document);
  if (kind == FileKind::serving_experiment) {
    read_serving_experiment(text, file, {}, diagnostics);
    return "serving experiment";
  }
  if (kind == FileKind::network_experiment) {
    read_network_experiment(text, file, {}, diagnostics);
    return "network experiment";
  }
  if (kind == FileKind::study) {
    const auto study = read_study(text, file, diagnostics);
    if (study) StudyPlan(*study, "", diagnostics).check_keys();
    return "study";
  }
  if (kind == FileKind::suite) {
    read_suite(text, file, diagnostics);
    return "suite";
  }
  if (kind == FileKind::experiment) {
    const auto experiment = read_experiment(text, file, {}, diagnostics);
    if (experiment) check_feasible(*experiment, diagnostics);
    return "experiment";
  }
  if (kind == FileKind::architecture || (!kind && has_architecture_section(document))) {
    std::vector<std::string> files;
    YamlNode expanded = document;
    expand_graph(expanded.find("interconnect"), file, files, diagnostics);
    read_architecture(expanded, "", diagnostics);
    read_architecture_cost(document, "", file, diagnostics);
    return "architecture";
  }
  if (kind) {
    refuse_other_kind(document, FileKind::experiment, diagnostics);
  } else {
    diagnostics.error(document.where(),
                      "this is no experiment (keys `architecture` and `workload`, or `serving`, or `traffic`), no "
                      "architecture (key `processors`) and no workload in a known format (native: key `tasks`)");
  }
  return "";
}

std::string validate(const std::string& path, Diagnostics& diagnostics) {
  const auto text = read_text_file(path, diagnostics, FileContent::bytes);
  if (!text) return "";
  const std::string file = shown_path(path);
  // First the workloads, which are long and need not be YAML.
  if (guess_workload_format(*text) != nullptr) {
    Workload workload;
    std::string format;
    read_workload(*text, file, "", workload, diagnostics, &format);
    return "workload (" + format + ")";
  }
  if (!check_text(*text, file, diagnostics)) return "";
  const auto document = parse_yaml(*text, file, diagnostics);
  return document ? validate_document(*document, *text, file, diagnostics) : "";
}

int validate_all(const std::vector<std::string>& files) {
  int status = 0;
  for (const std::string& file : files) {
    Diagnostics diagnostics;
    const std::string kind = validate(file, diagnostics);
    if (diagnostics.ok()) check_outputs({}, {file}, diagnostics);
    if (diagnostics.ok()) {
      print_notes(diagnostics);
      std::cout << one_line(shown_path(file)) << ": " << kind << " ok\n";
      continue;
    }
    status = kWrongInput;
    print_problems(diagnostics);
  }
  return status;
}

}  // namespace

void add_validate_command(CLI::App& app, int& status) {
  const auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* validate = app.add_subcommand(
      "validate", "Check experiment, network, study, architecture and workload files without running");
  validate->add_option("FILE", *files, "files to check, - for the standard input; what each is shows in its keys")
      ->required();
  validate->footer(
      "Examples:\n  gantry validate experiment.yaml\n  gantry validate architecture.yaml tasks.json\n"
      "Prints `FILE: experiment ok` for each right file; exit status 2 if one is wrong.");
  validate->callback([files, &status] { status = validate_all(*files); });
}

}  // namespace gantry
