// SPDX-License-Identifier: Apache-2.0
// gantry regress: a suite of runs, and what must hold of each.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <ostream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "commands/block_engine.h"
#include "commands/command_line.h"
#include "commands/commands.h"
#include "commands/dispatch_core_engine.h"
#include "commands/engine_argument.h"
#include "commands/exit_status.h"
#include "commands/long_work.h"
#include "commands/picker_engine.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "output/output_guard.h"
#include "point/point_reader.h"
#include "regress/regress_run.h"
#include "regress/regress_text.h"
#include "result/output_names.h"
#include "run/versions.h"
#include "text/digits.h"
#include "text/text_file.h"
#include "text/token_reader.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

struct RegressArguments {
  std::string suite;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string shard;
  bool update = false;
  std::string junit;
  std::string out;
};

constexpr std::uint64_t kMostShards = 100000;

std::optional<Shard> read_shard(const std::string& text, Diagnostics& diagnostics) {
  if (text.empty()) return Shard{};
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string part = text.substr(0, slash);
  const std::string of = slash < text.size() ? text.substr(slash + 1) : "";
  if (all_digits(part) && all_digits(of)) {
    const auto whole = whole_number(of, kMostShards);
    const auto number = whole ? whole_number(part, *whole) : std::nullopt;
    if (number && *number > 0) return Shard{static_cast<std::size_t>(*number), static_cast<std::size_t>(*whole)};
  }
  diagnostics.error({"--shard " + text, 0, 0}, "must be I/N with I from 1 to N, as 2/8");
  return std::nullopt;
}

std::optional<Diagnostic> refuses_engine(const std::string& engine, const std::string& policy,
                                         const PickerConfig* config, const Experiment* experiment) {
  Diagnostics problems;
  const auto named = read_engines({{engine}, {}}, problems);
  const auto alone = [&](const std::string& block) {
    problems.error({}, "there is no " + block + " in rounds of the picker alone");
  };
  if (named && !named->dispatch_core.is_model()) {
    if (experiment == nullptr) alone("dispatch core");
    if (experiment != nullptr) check_dispatch_core(*experiment, {}, problems);
  } else if (named) {
    for (const BlockEngine& block : named->blocks) {
      if (block.is_model()) continue;
      if (experiment == nullptr) alone(block.block);
      if (experiment != nullptr)
        check_block_engine({block.block, block.name, block.kind == EngineKind::rtl}, *experiment, {}, problems);
    }
    if (problems.ok() && !named->picker.is_model() && config != nullptr) {
      try {
        check_picker_engine(named->picker, policy, *config);
      } catch (const Error& refusal) {
        return refusal.diagnostics().errors().front();
      }
    }
  }
  return problems.ok() ? std::nullopt : std::optional(problems.errors().front());
}

/// Folders of cases are emptied before they run: nothing that is read may be in one.
void check_folders(const std::string& directory, const std::vector<std::string>& inputs, Diagnostics& diagnostics) {
  std::error_code error;
  const fs::path cases = fs::weakly_canonical(fs::path(directory) / kCasesFolder, error);
  for (const std::string& input : inputs) {
    const fs::path file = fs::weakly_canonical(input, error);
    const auto both = std::mismatch(cases.begin(), cases.end(), file.begin(), file.end());
    if (!error && both.first == cases.end())
      diagnostics.error({input, 0, 0}, "is read, and lies where the cases write (" + cases.string() + "; --out)");
  }
}

int run_words(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"gantry"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  pointers.reserve(all.size() + 1);
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return run_command_line(static_cast<int>(all.size()), pointers.data());
}

int regress(const RegressArguments& arguments) {
  Diagnostics diagnostics;
  const auto shard = read_shard(arguments.shard, diagnostics);
  const auto text = read_text_file(arguments.suite, diagnostics);
  const auto suite = text ? read_suite(*text, shown_path(arguments.suite), diagnostics) : std::nullopt;
  CaseList list;
  std::optional<StoredValues> values;
  RegressOptions options;
  if (suite) {
    options.directory = arguments.out.empty() ? "out/" + suite->name : arguments.out;
    list = list_cases(*suite, {versions()[0].second, refuses_engine}, diagnostics);
    values = read_stored(suite->stored, diagnostics);
    std::vector<std::string> outputs;
    if (arguments.update) outputs = stored_files(*suite, list);
    if (!arguments.junit.empty()) outputs.push_back(arguments.junit);
    check_outputs(outputs, list.inputs, diagnostics);
    check_folders(options.directory, list.inputs, diagnostics);
    check_folders(options.directory, stored_files(*suite, list), diagnostics);
  }
  print_problems(diagnostics);
  if (!suite || !shard || !values || !diagnostics.ok()) return kWrongInput;
  options.jobs = arguments.jobs;
  options.shard = *shard;
  options.update = arguments.update;
  options.command = run_words;
  options.stop = &stop_on_interrupt();

  const RegressResult result = run_suite(*suite, list, *values, options,
                                         [](const CaseResult& one) { std::cout << case_line(one) << std::flush; });
  std::cout << regress_text(*suite, list, result, options);
  if (result.unwritten) std::cerr << to_string(*result.unwritten) << '\n';
  if (!arguments.junit.empty()) {
    const int status = write_file(
        arguments.junit, [&](std::ostream& out) { write_junit(out, regress_junit(*suite, result, options.shard)); });
    if (status != kDone) return status;
  }
  const bool right = result.count(CaseState::failed) + result.count(CaseState::not_run) == 0;
  return right && !result.unwritten ? kDone : kUnfinished;
}

}  // namespace

void add_regress_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<RegressArguments>();
  CLI::App* command = app.add_subcommand("regress", "Run a suite of cases, and compare each with its stored results");
  command->add_option("SUITE", arguments->suite, "suite file (YAML; docs/regression.md), - for the standard input")
      ->required();
  command
      ->add_option("--jobs", arguments->jobs,
                   "cases at a time (default: one per core); what is printed does not depend on it")
      ->check(CLI::Range(1, 1024));
  command->add_option("--shard", arguments->shard, "I/N: only every N-th case from the I-th on, for several machines");
  command->add_flag("--update", arguments->update, "store the current results, and golden files; prints each change");
  command->add_option("--junit", arguments->junit, "write the cases into this file as JUnit XML");
  command->add_option("--out", arguments->out, "directory of the cases' outputs (default: out/<suite name>)");
  command->footer(
      "A line for each case, in the suite's order. Cases run in processes of their own: one that crashes or hangs "
      "stops\n"
      "no other. Outputs are in cases/NUMBER-NAME/, what a case said as an error in cases/NUMBER-NAME.log.\n"
      "Exit status: 0 all hold, 1 one does not, or the command was interrupted, 2 wrong command line or input: then\n"
      "nothing was run.\n\n"
      "Examples:\n"
      "  gantry regress sim/experiments/suites/goldens.yaml --jobs 2\n"
      "  gantry regress sim/experiments/suites/goldens.yaml --shard 1/4 --junit regress.xml\n"
      "  gantry regress sim/experiments/suites/goldens.yaml --update && git diff sim/experiments/suites");
  command->callback([arguments, &status] { status = regress(*arguments); });
}

}  // namespace gantry
