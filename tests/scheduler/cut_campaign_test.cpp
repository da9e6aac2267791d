// SPDX-License-Identifier: Apache-2.0
// A long random regression of checkpoints (docs/checkpoints.md), which `make cut-campaign` runs: random machines with
// random engines, streams and inference nodes, with all reports. A run is cut at random cycles: each part goes on from
// the checkpoint of the part before, with one of both kernels, and writes the files of a run that was not cut, byte for
// byte. Each part is a process of its own.
//
// GANTRY_RUNS machines (20 in `make test`), GANTRY_CUTS each (10), from the seed GANTRY_SEEDS on.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/feasibility.h"
#include "forked.h"
#include "gantry/base/error.h"
#include "input_files.h"
#include "output/run_report.h"
#include "program_run.h"
#include "random_keys.h"
#include "run/simulation.h"
#include "sanitized.h"
#include "saved_machines.h"
#include "scheduler/saved_engines.h"
#include "serving/serving_simulation.h"

namespace gantry::cut_campaign_test {

using namespace saved_runs;

namespace {

namespace fs = std::filesystem;

constexpr Cycle kLongest = 5000;  ///< with Verilog, traces and waveforms
constexpr std::uint64_t kMostBytes = 20'000'000;

std::uint64_t number(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::stoull(text);
}

/// A run of one kind or another, as the campaign sees it.
struct Drawn {
  std::string kind;
  bool verilog = false;
  bool faults = false;
  /// Runs it, and returns its cycles. Throws Error.
  std::function<Cycle(const RunOptions& options)> run;
};

void report_all(OutputOptions& output) {
  for (const ReportEntry& report : output.reports().entries()) {
    output[report.name].on = true;
    output[report.name].max_bytes = kMostBytes;
  }
}

std::string text_of(Dice& dice, std::uint32_t low, std::uint32_t high) {
  return std::to_string(dice.between(low, high));
}

std::string arrivals(Dice& dice, const std::string& process) {
  return "arrivals: {" + process + ", interval_cycles: " + text_of(dice, 50, 2000) + "}";
}

/// Streams of small graphs, some after another one, merged or repeated.
std::string random_streams(Dice& dice) {
  std::string text = "workload:\n  streams:\n";
  const std::uint32_t streams = dice.between(1, 3);
  for (std::uint32_t s = 0; s < streams; ++s) {
    const std::string last = std::to_string(s - 1);
    text += "    - {name: s" + std::to_string(s) + ", workload: {tasks: [{id: x, jobs: " + text_of(dice, 1, 3) +
            ", cycles: " + text_of(dice, 20, 400) + ", class: " + (dice.chance(50) ? "block" : "cluster") +
            "}, {id: y, cycles: " + text_of(dice, 1, 300) + ", after: [x]}]}, ";
    if (s > 0 && dice.chance(50)) {
      text += "after: {stream: s" + last + "}";
      if (dice.chance(50)) {
        text += ", repeat: " + text_of(dice, 2, 4);
        if (dice.chance(50)) text += ", merge: {up_to: " + text_of(dice, 2, 4) + "}";
      }
    } else {
      text += arrivals(dice, std::string("process: ") + (dice.chance(50) ? "poisson" : "periodic")) +
              ", count: " + text_of(dice, 3, 20);
    }
    text += "}\n";
  }
  return text;
}

std::string random_serving(Dice& dice) {
  const auto& policies = builtin_selections().entries();
  std::string text = "serving:\n  interconnect: {topology: mesh, columns: 3, rows: 2}\n  scheduler: {policy: " +
                     std::string(dice.element(policies).name) + ", rated: {count: " + text_of(dice, 1, 3) +
                     "}}\n  nodes:\n";
  for (const char* const name : {"a", "b", "c"}) {
    text += std::string("    - {name: ") + name + ", weight: " + text_of(dice, 1, 5) +
            ", batch_limit: " + text_of(dice, 1, 5) + ", cycles: {uniform: [" + text_of(dice, 10, 99) + ", " +
            text_of(dice, 100, 500) + "]}, per_request_cycles: {uniform: [1, " + text_of(dice, 2, 90) +
            "]}, passes: {uniform: [1, " + text_of(dice, 2, 4) + "]}}\n";
  }
  text += "  sessions:\n";
  const std::array<const char*, 3> graphs = {"[a, b]", "[c]", "{a: [], b: [], c: [a, b]}"};
  for (std::uint32_t s = 0; s < graphs.size(); ++s) {
    text += "    - {name: s" + std::to_string(s) + ", count: " + text_of(dice, 2, 25) +
            ", priority: " + (dice.chance(50) ? "true" : "false") + ", " + arrivals(dice, "generator: poisson") +
            ", graph: " + graphs.at(s) + "}\n";
  }
  return text;
}

[[noreturn]] void refuse(const Diagnostics& problems) { throw Error(problems.lines(1).front()); }

Drawn draw_serving(Dice& dice) {
  Diagnostics problems;
  auto experiment = read_serving_experiment(random_serving(dice), "drawn.yaml", {}, problems);
  if (!experiment) refuse(problems);
  report_all(experiment->output);
  Drawn drawn;
  drawn.kind = "inference nodes";
  drawn.run = [experiment = *experiment](const RunOptions& options) {
    Diagnostics diagnostics;
    const ServingResult result = simulate_serving(experiment, options, diagnostics);
    if (!diagnostics.ok()) refuse(diagnostics);
    return result.stats.cycles;
  };
  return drawn;
}

/// Nothing: the seed gives no machine that can run its workload.
std::optional<Drawn> draw_jobs(std::uint64_t seed, Dice& dice) {
  Drawn drawn;
  Experiment experiment = machine_of(seed);
  if (!runs(experiment)) return std::nullopt;
  Diagnostics problems;
  const auto streams = read_experiment(
      "architecture:\n  interconnect: {topology: mesh, columns: 3, rows: 3}\n"
      "  processors: [{count: 3, queue_depth: 2}, {type: dma}]\n" +
          random_streams(dice),
      "drawn.yaml", {}, problems);
  if (!streams) refuse(problems);
  if (dice.chance(20)) {
    experiment = *streams;
    experiment.seed = seed;
    drawn.kind = "streams";
  } else if (dice.chance(25)) {
    experiment = core_machine_of(seed);
  }
  experiment.name = "drawn";
  experiment.cost = streams->cost;  // those of usual blocks
  experiment.max_cycles = experiment.max_cycles == 0 ? kLongest : std::min(experiment.max_cycles, kLongest);
  report_all(experiment.output);
  if (!check_feasible(experiment, problems)) return std::nullopt;
  const FaultPlan& faults = experiment.faults;
  drawn.faults = !faults.empty() || !faults.network.empty() || !faults.memory.empty() || !faults.stores.empty();
  if (drawn.kind.empty()) drawn.kind = experiment.workload.data.empty() ? "tasks" : "data";
  const DrawnEngines engines = draw_engines(experiment, dice);
  drawn.verilog = engines.verilog > 0;
  drawn.run = [experiment, engines = engines.engines](const RunOptions& options) {
    SimulationOptions all;
    static_cast<RunOptions&>(all) = options;
    all.picker_engine = all.tenant_picker_engine = engines.picker;
    all.block_builder = engines.blocks;
    Diagnostics diagnostics;
    const SimulationResult result = simulate(experiment, all, diagnostics);
    if (!diagnostics.ok()) refuse(diagnostics);
    return result.stats.cycles;
  };
  return drawn;
}

/// Files of a run, without its time and checkpoints.
std::map<std::string, std::string> files_of(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name != "timing.json" && name.rfind("checkpoint-", 0) != 0) files[name] = file_text(entry.path().string());
  }
  return files;
}

/// The part of a run in a process of its own; returns its cycles.
Cycle run_apart(const Drawn& drawn, const RunOptions& options) {
  const std::string cycles = forked([&] { return std::to_string(drawn.run(options)); });
  INFO(cycles);
  REQUIRE(!cycles.empty());
  REQUIRE(cycles.find_first_not_of("0123456789") == std::string::npos);
  return std::stoull(cycles);
}

void check_same(const std::map<std::string, std::string>& uncut, const std::map<std::string, std::string>& cut) {
  REQUIRE(cut.size() == uncut.size());
  for (const auto& [name, text] : uncut) {
    INFO(name);
    REQUIRE(cut.count(name) == 1);
    const bool same = cut.at(name) == text;
    REQUIRE(same);
  }
}

}  // namespace

TEST_CASE("random runs that are cut at random cycles write the files of uncut ones", "[.cut_campaign]") {
  const std::uint64_t machines = number("GANTRY_RUNS", kSanitized ? 3 : 20);
  const std::uint64_t most_cuts = number("GANTRY_CUTS", 10);
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t cuts = 0;
  std::uint64_t seed = number("GANTRY_SEEDS", 1);
  for (std::uint64_t done = 0; done < machines; ++seed) {
    Dice dice(seed);
    const auto drawn = dice.chance(10) ? draw_serving(dice) : draw_jobs(seed, dice);
    if (!drawn) continue;
    ++done;
    INFO("seed " << seed << ", " << drawn->kind);
    const InputFiles files;
    const auto options_to = [&](const std::string& directory) {
      RunOptions options;
      options.directory = files.path(directory);
      const bool systemc = default_kernel() == Kernel::systemc && dice.chance(40);
      options.kernel = systemc ? Kernel::systemc : Kernel::cycle;
      return options;
    };
    const RunOptions whole = options_to("uncut");
    const std::string said = forked([&] { return std::to_string(drawn->run(whole)); });
    if (said.empty() || said.find_first_not_of("0123456789") != std::string::npos) {
      // Random machines may be none that a reader accepts, or none that the pins of a block can tell.
      std::cout << "seed " << seed << " has no uncut run: " << said.substr(0, said.find('\n')) << std::endl;
      --done;
      continue;
    }
    const Cycle cycles = std::stoull(said);
    const auto uncut = files_of(files.path("uncut"));
    std::set<Cycle> at;
    for (std::uint64_t i = 0; cycles > 0 && i < most_cuts; ++i) at.insert(dice.below(cycles));
    at.insert(kNever);  // the last part has no checkpoint
    std::string from;
    for (const Cycle cut : at) {
      RunOptions options = options_to("part");
      options.checkpoints.asked = "cut";
      options.checkpoints.at = cut;
      options.checkpoints.restore = from;
      INFO((from.empty() ? "from cycle 0" : "from " + from)
           << ", cut after cycle " << cut << " with the " << (options.kernel == Kernel::cycle ? "cycle" : "SystemC")
           << " kernel");
      run_apart(*drawn, options);
      check_same(uncut, files_of(options.directory));
      const std::string next = options.directory + "/checkpoint-" + std::to_string(cut);
      if (!fs::exists(next)) continue;
      from = files.path("checkpoint-" + std::to_string(cut));
      fs::rename(next, from);
      ++cuts;
    }
    ++counts[drawn->kind];
    counts["with Verilog"] += drawn->verilog ? 1 : 0;
    counts["with faults"] += drawn->faults ? 1 : 0;
  }
  std::cout << machines << " machines up to seed " << seed - 1 << ", " << cuts << " cuts:";
  std::string comma;
  for (const auto& [kind, count] : counts) {
    std::cout << comma << ' ' << count << ' ' << kind;
    comma = ",";
  }
  std::cout << '\n';
}

}  // namespace gantry::cut_campaign_test
