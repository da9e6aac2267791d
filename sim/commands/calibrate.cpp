// SPDX-License-Identifier: Apache-2.0
// gantry calibrate: keys of a machine fitted to measurements.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "calibrate/calibration.h"
#include "calibrate/calibration_output.h"
#include "calibrate/measured_table.h"
#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/long_work.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "experiment/experiment.h"
#include "experiment/resolved.h"
#include "gantry/base/one_line.h"
#include "metric/expression.h"
#include "output/output_guard.h"
#include "point/point_reader.h"
#include "result/calibration_answer.h"
#include "run/experiment_provenance.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

struct CalibrateArguments {
  std::string table;
  std::string experiment;
  std::string metric = "cycles";
  std::vector<std::string> fit;
  std::vector<std::string> sets;
  MeasuredChoice choice;
  std::string by;
  std::size_t runs = 20000;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool json = false;
  std::string out;
};

int refuse_calibration(const Diagnostics& diagnostics) {
  print_problems(diagnostics);
  return kWrongInput;
}

std::vector<std::string> calibration_files(const CalibrateArguments& arguments) {
  std::vector<std::string> paths;
  if (arguments.out.empty()) return paths;
  for (const char* name : {kCalibratedFile, kCalibrationTable, kCalibrationFile})
    paths.push_back((std::filesystem::path(arguments.out) / name).string());
  return paths;
}

/// Makes the directory and removes results of an earlier call.
void prepare_calibration(const CalibrateArguments& arguments, const Experiment& experiment, Diagnostics& diagnostics) {
  std::vector<std::string> inputs = experiment.inputs;
  inputs.push_back(experiment.path);
  inputs.push_back(arguments.table);
  prepare_outputs(arguments.out, calibration_files(arguments), inputs, diagnostics);
}

std::optional<Expression> read_metric_of(const CalibrateArguments& arguments, Diagnostics& diagnostics) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.line = 1;
  node.column = 1;
  node.file = std::make_shared<const std::string>("--metric");
  node.text = arguments.metric;
  return Expression::read(node, "--metric", diagnostics);
}

void check_by(const CalibrateArguments& arguments, const MeasuredTable& table, Diagnostics& diagnostics) {
  if (arguments.by.empty() || table.column(arguments.by)) return;
  std::vector<std::string_view> names;
  for (const MeasuredColumn& column : table.columns) names.push_back(column.name);
  diagnostics.error({"--by " + arguments.by, 0, 0},
                    "no column " + in_quotes(arguments.by) + " in " + table.path + " (" + alternatives(names) + ')');
}

CalibrationSubject calibration_subject(const Experiment& experiment, const CalibrateArguments& arguments) {
  return {experiment.name, experiment.architecture.name,     experiment.seed, arguments.metric,
          arguments.by,    experiment_provenance(experiment)};
}

/// Writes the directory. `calibrated`: the experiment with the values that were found.
int write_calibration(const CalibrateArguments& arguments, const Calibration& found, const MeasuredTable& table,
                      const CalibrationSubject& subject, Experiment& calibrated) {
  const std::vector<std::string> paths = calibration_files(arguments);
  if (paths.empty()) return kDone;
  const std::vector<std::string> texts = {resolved_experiment(calibrated, arguments.out), calibration_csv(found, table),
                                          calibration_json(found, table, subject)};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const int status = write_file(paths[i], [&](std::ostream& out) { out << texts[i]; });
    if (status != kDone) return status;
  }
  return kDone;
}

bool all_values(const Calibration& found) {
  return found.complete && found.fitted.absent == 0 && found.held_out.absent == 0;
}

int run_calibration(const CalibrateArguments& arguments) {
  Diagnostics diagnostics;
  PipeMemory pipes;
  const auto table_text = read_text_file(arguments.table, diagnostics);
  const auto from = read_experiment_text(arguments.experiment, FileKind::experiment, diagnostics);
  if (from && from->kind == FileKind::serving_experiment) {
    diagnostics.error({from->file, 1, 1},
                      "this is an experiment of inference nodes (expected one of a machine, with `architecture`)");
  }
  if (!table_text || !from || !diagnostics.ok()) return refuse_calibration(diagnostics);
  const auto table = read_measured_table(*table_text, shown_path(arguments.table), arguments.choice, diagnostics);
  auto metric = read_metric_of(arguments, diagnostics);
  auto parsed = parse_yaml(from->text, from->file, diagnostics);
  if (!table || !metric || !parsed) return refuse_calibration(diagnostics);
  check_by(arguments, *table, diagnostics);
  const auto document = std::make_shared<const YamlNode>(std::move(*parsed));
  const PointReader reader({document, from->file, arguments.sets, {}, {}});
  const auto experiment = read_experiment(*document, from->file, arguments.sets, diagnostics);
  if (experiment && diagnostics.ok()) prepare_calibration(arguments, *experiment, diagnostics);
  if (!experiment || !diagnostics.ok()) return refuse_calibration(diagnostics);
  pipes.give_again();

  CalibrationOptions options;
  options.jobs = arguments.jobs;
  options.most_runs = arguments.runs;
  options.stop = &stop_on_interrupt();
  std::optional<Calibration> found;
  {
    ProgressLine line;
    if (line.is_seen()) {
      options.progress = [&line](std::size_t done) {
        line.show([&](double /*seconds*/) { return fmt::format("{:>8} runs", done); });
      };
    }
    found = calibrate(reader, *experiment, *table, {arguments.fit, std::move(*metric)}, options, diagnostics);
  }
  if (!found) return refuse_calibration(diagnostics);
  if (!found->complete) {
    std::cerr << one_line(experiment->name) << ": interrupted\n";
    return kUnfinished;
  }
  std::vector<std::string> sets = arguments.sets;
  for (std::string& set : found->sets()) sets.push_back(std::move(set));
  auto calibrated = read_experiment(*document, from->file, sets, diagnostics);
  if (!calibrated) return refuse_calibration(diagnostics);
  const CalibrationSubject subject = calibration_subject(*experiment, arguments);
  const int status = write_calibration(arguments, *found, *table, subject, *calibrated);
  if (status != kDone) return status;
  std::cout << (arguments.json ? calibration_json(*found, *table, subject) : calibration_text(*found, *table, subject));
  std::cout.flush();
  return all_values(*found) ? kDone : kUnfinished;
}

}  // namespace

void add_calibrate_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<CalibrateArguments>();
  CLI::App* command = app.add_subcommand("calibrate",
                                         "Fit keys of a machine to some rows of a table of measurements, and hold it "
                                         "against all others");
  command->add_option("TABLE", arguments->table, "measurements (CSV with the names of the columns in its first line)")
      ->required();
  command->add_option("--experiment", arguments->experiment, "experiment file (YAML), - for the standard input")
      ->required();
  const auto several = [&](const char* name, std::vector<std::string>& to, const char* text) {
    command->add_option(name, to, text)->take_all()->allow_extra_args(false);
  };
  several("--fit", arguments->fit,
          "key of the architecture to fit, as KEY or KEY=LOW..HIGH; may be given again. Without: nothing is fitted");
  several("--on", arguments->choice.on, "rows to fit on, as 2,5-7 (from 1) or COLUMN=CELL; may be given again");
  command->add_option("--measured", arguments->choice.measured, "column with what was measured (default: the last)");
  command->add_option("--metric", arguments->metric,
                      "what is held against it: an expression over summary.json and columns (default: cycles)");
  several("--map", arguments->choice.maps, "COLUMN=KEY: the column's cells set this key of the experiment");
  several("--set", arguments->sets, "override a key of the experiment or its architecture, a.b=value");
  command->add_option("--by", arguments->by, "column whose cells group the errors of rows that were held out");
  command->add_option("--runs", arguments->runs, "simulations after which the search ends (default: 20000)")
      ->check(CLI::Range(1, 100000000));
  command
      ->add_option("--jobs", arguments->jobs,
                   "simulations at a time (default: one per core); the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", arguments->json, "print JSON (gantry schema calibration) instead of tables");
  command->add_option("--out", arguments->out,
                      "writes calibrated.yaml, calibration.csv and calibration.json into this directory");
  command->footer(
      "A column is a key if its name contains a dot (workload.cycles) or --map says so; other columns are labels.\n"
      "Rows that are not fitted on are simulated once, with the values that were found.\n"
      "Exit status: 0 done, 1 a row has no value or the command was interrupted, 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry calibrate measured.csv --experiment machine.yaml --fit architecture.memory.latency_cycles --on 1-4\n"
      "  gantry calibrate measured.csv --experiment machine.yaml --on use=fit --fit architecture.host.submit_cycles "
      "\\\n"
      "      --metric 'cycles / workload.tasks' --by family --out out/calibrated\n"
      "  gantry calibrate measured.csv --experiment out/calibrated/calibrated.yaml");
  command->callback([arguments, &status] { status = run_calibration(*arguments); });
}

}  // namespace gantry
