// SPDX-License-Identifier: Apache-2.0
// gantry validate: whether files are right, without running anything.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "commands/commands.h"
#include "commands/problems.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "gantry/base/diagnostics.h"
#include "serving/serving_experiment.h"
#include "text/text_file.h"
#include "workload/format.h"

namespace gantry {
namespace {

constexpr int kWrongInput = 2;

void validate_experiment(const std::string& file, Diagnostics& diagnostics) {
  const auto experiment = load_experiment(file, {}, diagnostics);
  if (experiment) check_feasible(*experiment, diagnostics);
}

/// What the file turned out to be, for the line that says that it is right.
std::string validate(const std::string& file, Diagnostics& diagnostics) {
  const auto text = read_text_file(file, diagnostics);
  if (!text) return "";
  // First the workloads, which are long and need not be YAML.
  if (guess_workload_format(*text) != nullptr) {
    Workload workload;
    std::string format;
    read_workload(*text, file, "", workload, diagnostics, &format);
    return "workload (" + format + ")";
  }
  const auto document = parse_yaml(*text, file, diagnostics);
  if (!document) return "";
  if (is_serving_experiment(*document)) {
    load_serving_experiment(file, {}, diagnostics);
    return "serving experiment";
  }
  if (document->find("architecture") != nullptr || document->find("workload") != nullptr) {
    validate_experiment(file, diagnostics);
    return "experiment";
  }
  if (has_architecture_section(*document)) {
    read_architecture(*document, "", diagnostics);
    return "architecture";
  }
  diagnostics.error(document->where(),
                    "this is no experiment (keys `architecture` and `workload`, or `serving`), no architecture (key "
                    "`processors`) and no workload in a known format (native: key `tasks`)");
  return "";
}

int validate_all(const std::vector<std::string>& files) {
  int status = 0;
  for (const std::string& file : files) {
    Diagnostics diagnostics;
    const std::string kind = validate(file, diagnostics);
    if (diagnostics.ok()) {
      std::cout << file << ": " << kind << " ok\n";
      continue;
    }
    status = kWrongInput;
    print_problems(diagnostics);
  }
  std::cout.flush();
  return status;
}

}  // namespace

void add_validate_command(CLI::App& app, int& status) {
  const auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* validate =
      app.add_subcommand("validate", "Check experiment, architecture and workload files without running");
  validate->add_option("FILE", *files, "files to check; what each is shows in its keys")->required();
  validate->footer(
      "Examples:\n  gantry validate experiment.yaml\n  gantry validate architecture.yaml tasks.json\n"
      "Prints `FILE: experiment ok` for each right file; exit status 2 if one is wrong.");
  validate->callback([files, &status] { status = validate_all(*files); });
}

}  // namespace gantry
