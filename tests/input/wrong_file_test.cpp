// SPDX-License-Identifier: Apache-2.0
// A right file in the wrong place is one error that says what it looks like and who takes it.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::wrong_file_test {

namespace {

/// A file of every kind, as messages call it.
const std::vector<std::pair<std::string, std::string>> kFiles = {
    {"experiment", "architecture: a.yaml\nworkload: w.yaml\n"},
    {"serving", "serving: {nodes: [{name: n}], sessions: [], scheduler: {}}\nlimits: {max_cycles: 9}\n"},
    {"network", "interconnect: {topology: ring}\nnodes: 8\nmeasured_cycles: 200\ntraffic: {packets_per_cycle: 0.05}\n"},
    {"architecture", "name: small\nclock_mhz: 500\ninterconnect: {topology: crossbar}\nprocessors: [{count: 2}]\n"},
    {"workload", "name: w\ntasks: [{id: a}, {id: b, after: [a]}]\n"},
    {"stg", "2\n0 0 0\n1 10 1 0\n2 7 1 1\n3 0 1 2\n"},
    {"dot", "digraph g { a -> b; }\n"},
    {"plan", "schema: gantry-plan-1\nmethod: heft\nworkload: w\nparameters: {}\nmetrics: {}\nplacement: []\n"},
    {"selection", "rated: {count: 1}\nnodes: [{name: a, pending: 1, weight: 1, compute: 1}]\n"},
    {"resources", "resources: [{name: r}]\n"},
    {"study", "base: e.yaml\nvary: {seed: [1, 2]}\n"},
    {"suite", "cases: [{experiment: e.yaml}]\n"},
    {"summary", "{\"schema\": \"gantry-summary-1\", \"experiment\": \"e\", \"cycles\": 9, \"blocks\": {}}\n"},
};

/// What its message says of a file.
std::string told(const std::string& kind) {
  if (kind == "experiment") return "looks like an experiment (it has the key ";
  if (kind == "serving") return "looks like an experiment of inference nodes (it has the key 'serving')";
  if (kind == "network") return "looks like a network experiment (it has the key 'traffic')";
  if (kind == "architecture") return "looks like an architecture (it has the key 'processors')";
  if (kind == "workload") return "looks like a workload (it has the key 'tasks')";
  if (kind == "stg" || kind == "dot") return "looks like a workload (format " + kind + ")";
  if (kind == "plan") return "looks like a plan (it has the key 'method')";
  if (kind == "selection") return "looks like a question for a selection (it has the key 'rated')";
  if (kind == "resources") return "looks like resources (it has the key 'resources')";
  if (kind == "study") return "looks like a study (it has the key 'base')";
  if (kind == "suite") return "looks like a suite (it has the key 'cases')";
  return "looks like the result of a run (it has the key 'schema')";
}

std::string taken_by(const std::string& kind) {
  if (kind == "experiment" || kind == "serving") return "(`gantry run` takes it)";
  if (kind == "network") return "(`gantry network` takes it)";
  if (kind == "architecture")
    return "(an experiment names it with its key architecture; `gantry plan` takes it as --architecture)";
  if (kind == "plan") return "(an experiment names it with its key plan; `gantry plan check` takes it)";
  if (kind == "selection") return "(`gantry select` takes it)";
  if (kind == "resources") return "(`gantry plan pipeline` takes it as --resources)";
  if (kind == "study") return "(`gantry sweep` takes it)";
  if (kind == "suite") return "(`gantry regress` takes it)";
  if (kind == "summary") return "(`gantry check` takes its directory)";
  return "(an experiment names it with its key workload; `gantry workload` and `gantry plan` take it)";
}

}  // namespace

TEST_CASE("every command says of a file of another kind what it looks like and who takes it") {
  const InputFiles files;
  for (const auto& [kind, text] : kFiles) files.write(kind, text);
  files.write("e.yaml", "architecture: architecture\nworkload: workload\n");
  struct Command {
    std::string line;  ///< the file stands for @
    std::vector<std::string> takes;
    bool yaml_only = true;  ///< a text that is none is not known again
  };
  const std::vector<Command> commands = {
      {"run @", {"experiment", "serving"}, false},
      {"run e.yaml --set architecture=@", {"architecture"}},
      {"run e.yaml --set plan=@", {"plan"}},
      {"network @", {"network"}, false},
      {"select @", {"selection"}},
      {"workload info @", {"workload", "stg", "dot"}},
      {"workload info @ --format native", {"workload"}},
      {"run e.yaml --set workload=@", {"workload", "stg", "dot"}},
      {"plan heft @ --processors 2", {"workload", "stg", "dot"}},
      {"plan heft workload --architecture @", {"architecture"}},
      {"plan check @ workload", {"plan"}},
      {"plan pipeline workload --resources @", {"resources"}},
      {"sweep @", {"study"}},
      {"regress @", {"suite"}},
  };
  std::size_t pairs = 0;
  for (const Command& command : commands) {
    for (const auto& [kind, text] : kFiles) {
      if (kSanitized && pairs++ % 5 != 0) continue;
      if (std::count(command.takes.begin(), command.takes.end(), kind) > 0) continue;
      const bool foreign = kind == "stg" || kind == "dot";
      if (foreign && command.yaml_only) continue;
      std::string line = "gantry " + command.line;
      line.replace(line.find('@'), 1, kind);
      INFO(line);
      ShellRun run(files, line);
      CHECK(run.finish() == 2);
      INFO(run.err());
      std::string said = run.err();
      if (said.find("(guessed;") != std::string::npos) said.erase(0, said.find('\n') + 1);
      CHECK(std::count(said.begin(), said.end(), '\n') == 1);
      CHECK(said.rfind(kind + ":1:1: error: this " + told(kind), 0) == 0);
      CHECK(said.find(taken_by(kind)) != std::string::npos);
    }
  }
}

TEST_CASE("a file that may be of the kind that is meant is held against its keys") {
  const InputFiles files;
  files.write("e.yaml", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: a}]}\nprocessors: 3\n");
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 2);
  CHECK(run.err().find("e.yaml:3:1: error: unknown key 'processors'") == 0);
}

TEST_CASE("validate knows networks, too, and says who holds a plan against the rules") {
  const InputFiles files;
  for (const auto& [kind, text] : kFiles) files.write(kind, text);
  ProgramRun right(files, {"validate", "network", "architecture", "stg"});
  CHECK(right.finish() == 0);
  CHECK(right.out() == "network: network experiment ok\narchitecture: architecture ok\nstg: workload (stg) ok\n");
  ProgramRun plan(files, {"validate", "plan"});
  CHECK(plan.finish() == 2);
  CHECK(plan.err().find("`gantry plan check` takes it") != std::string::npos);
}

}  // namespace gantry::wrong_file_test
