// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "check/check_run.h"
#include "commands/commands.h"
#include "commands/long_work.h"
#include "repeat/repeated_run.h"

namespace gantry {

void add_check_command(CLI::App& app, int& status) {
  auto directory = std::make_shared<std::string>();
  auto no_repeat = std::make_shared<bool>(false);
  CLI::App* check = app.add_subcommand("check", "Check a finished run: its invariants, then the run repeated");
  check->add_option("OUTDIR", *directory, "directory that `gantry run` or `gantry network --out` wrote")->required();
  check->add_flag("--no-repeat", *no_repeat, "check the invariants alone, from the run's files");
  check->footer(
      "Invariants, from the files alone. Of a run: jobs exactly once, no overlap on a processor, predecessors first,\n"
      "stages in order, tables against the summary. Of inference nodes: sessions, batches and visits likewise. Of a\n"
      "network: packets, links and loads against network.json.\n"
      "Then the experiment.yaml of the directory is simulated once more, and every output has to be the same. This "
      "takes\n"
      "as long as the run, and is left out (with a line `skipped: ...`) if another version of gantry or a block in "
      "Verilog\n"
      "made the run, if it was interrupted, or if its experiment or inputs cannot be read any more.\n"
      "Exit status: 0 all hold, 1 some are violated, 2 files are missing or malformed.\n\n"
      "Examples:\n  gantry run sim/experiments/resnet50.yaml && gantry check out/resnet50\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml --out out/mesh8x8 && gantry check out/mesh8x8");
  check->callback([directory, no_repeat, &status] {
    CheckReport report = check_run(*directory);
    if (!*no_repeat) add_repeated_run(*directory, report, &stop_on_interrupt());
    for (const std::string& line : report.errors) std::cerr << line << '\n';
    for (const std::string& line : report.result) std::cout << line << '\n';
    status = report.status;
  });
}

}  // namespace gantry
