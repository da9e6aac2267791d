// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "check/check_run.h"
#include "commands/commands.h"

namespace gantry {

void add_check_command(CLI::App& app, int& status) {
  auto directory = std::make_shared<std::string>();
  CLI::App* check = app.add_subcommand("check", "Check the invariants of a finished run, from its files alone");
  check->add_option("OUTDIR", *directory, "directory that `gantry run` or `gantry network --out` wrote")->required();
  check->footer(
      "Of a run: jobs exactly once, no overlap on a processor, predecessors first, stages in order, tables against "
      "the\n"
      "summary. Of inference nodes: sessions, batches and visits likewise. Of a network: packets, links and loads "
      "against\n"
      "network.json.\n"
      "Exit status: 0 all hold, 1 some are violated, 2 files are missing or malformed.\n\n"
      "Examples:\n  gantry run sim/experiments/resnet50.yaml && gantry check out/resnet50\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml --out out/mesh8x8 && gantry check out/mesh8x8");
  check->callback([directory, &status] {
    const CheckReport report = check_run(*directory);
    for (const std::string& line : report.errors) std::cerr << line << '\n';
    for (const std::string& line : report.result) std::cout << line << '\n';
    status = report.status;
  });
}

}  // namespace gantry
