// SPDX-License-Identifier: Apache-2.0
// gantry pick: the picker alone on a text stimulus.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "commands/commands.h"
#include "core/diagnostics.h"
#include "core/picker.h"
#include "pick/run.h"

namespace gantry {
namespace {

struct PickOptions {
  std::string stimulus;
  std::string engine = "model";
};

constexpr const char* kExamples = R"(Examples:
  gantry pick tests/golden/picker/starvation.stim
  printf 'add 0 B 10 4\nadd 1 C 20 4\npick 8\n' | gantry pick -
One line per round: round entry class-letter T W H_raw, or `round -` when nothing is eligible.
Commands of a stimulus: config slots= classes= frac= quant= tie= (first, if at all), add ENTRY CLASS WEIGHT JOBS,
drop ENTRY, block ENTRY, unblock ENTRY, pick ROUNDS; # starts a comment.)";

int run(const PickOptions& options) {
  Diagnostics diagnostics;
  bool done = false;
  const PickerRegistry::Entry* picker = PickerRegistry::instance().find(kSourcePicker);
  if (options.engine != "model") {
    diagnostics.error(
        {}, "--engine " + options.engine + ": the RTL picker is not built into this program yet (use --engine model)");
  } else if (picker == nullptr) {
    diagnostics.error({}, std::string("the picker ") + kSourcePicker + " is not built into this program");
  } else if (options.stimulus == "-") {
    done = run_stimulus(std::cin, "<stdin>", picker->make, std::cout, diagnostics);
  } else {
    std::ifstream file(options.stimulus, std::ios::binary);
    if (!file) {
      diagnostics.error({options.stimulus, 0, 0}, std::string("cannot be opened (") + std::strerror(errno) + ")");
    } else {
      done = run_stimulus(file, options.stimulus, picker->make, std::cout, diagnostics);
    }
  }
  for (const std::string& line : diagnostics.lines()) std::cerr << line << '\n';
  if (done) return 0;
  if (!diagnostics.ok()) return 2;
  std::cerr << "error: the rounds cannot be written to standard output\n";
  return 1;
}

}  // namespace

void add_pick_command(CLI::App& app, int& status) {
  const auto options = std::make_shared<PickOptions>();
  CLI::App* command = app.add_subcommand("pick", "Run the picker alone on a text stimulus (docs/picker.md)");
  command->add_option("STIMULUS", options->stimulus, "Stimulus file, - for standard input")->required();
  command->add_option("--engine", options->engine, "Which picker: model, rtl, or lockstep (both, compared)")
      ->check(CLI::IsMember({"model", "rtl", "lockstep"}))
      ->capture_default_str();
  command->footer(kExamples);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace gantry
