// SPDX-License-Identifier: Apache-2.0
// gantry pick: the picker alone on a text stimulus.
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "commands/commands.h"
#include "commands/engine_argument.h"
#include "commands/exit_status.h"
#include "commands/picker_engine.h"
#include "commands/problems.h"
#include "commands/waves_argument.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "gantry/scheduler/picker.h"
#include "output/output_guard.h"
#include "output/run_directory.h"
#include "pick/run.h"
#include "result/output_names.h"
#include "result/provenance_json.h"
#include "run/versions.h"
#include "text/file_digest.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

struct PickOptions {
  std::string stimulus;
  std::string engine = "model";
  std::string policy;  ///< empty: that of the engine
  std::string out;
  bool report = false;
  bool csv = false;
  bool sets = false;
  std::string waves;
  std::uint64_t from = 0;
  std::uint64_t to = ~std::uint64_t{0};
};

constexpr const char* kExamples = R"(Examples:
  gantry pick tests/golden/picker/starvation.stim
  printf 'add 0 B 10 4\nadd 1 C 20 4\npick 8\n' | gantry pick -
  gantry pick --report --policy stride tests/golden/picker/starvation.stim
  printf 'add 0 B 10 4\nadd 1 C 20 4\npick 8\n' | gantry pick --sets -
  gantry pick --engine rtl --waves rounds.fst --from 100 --to 120 tests/golden/picker/starvation.stim
One line per round: round entry class-letter T W H_raw, or `round -` when nothing is eligible.
Commands of a stimulus: config slots= classes= frac= quant= tie= (first, if at all), add ENTRY CLASS WEIGHT JOBS
[job_cycles=] [deadline=], drop ENTRY, block ENTRY, unblock ENTRY, pick ROUNDS, cycle NUMBER; # starts a comment.)";

/// Whether the stimulus was run to its end.
bool answer(const PickOptions& options, std::istream& in, const std::string& file,
            const std::function<PickerFactory>& make, Diagnostics& diagnostics) {
  if (!options.report && !options.csv)
    return run_stimulus(in, file, make, std::cout, diagnostics, nullptr, options.sets);
  const std::optional<ServiceMeter> meter = measure_stimulus(in, file, make, diagnostics);
  if (!meter) return false;
  std::cout << (options.csv ? meter->csv() : meter->table());
  return true;
}

/// Checks the options of --waves.
bool check_waves(const PickOptions& options, Diagnostics& diagnostics) {
  if (options.waves.empty()) return true;
  const auto problem = wave_name_problem(options.waves);
  if (options.engine == "model") {
    diagnostics.error({}, "--waves shows the RTL: it goes with --engine rtl or lockstep");
  } else if (problem) {
    diagnostics.error({}, "--waves " + problem->text);
  } else if (options.from > options.to) {
    diagnostics.error({}, "--from " + std::to_string(options.from) + " is after --to " + std::to_string(options.to));
  }
  return diagnostics.ok();
}

/// A difference is not documented in the stimulus itself, which may be that of an earlier one.
LockstepOptions lockstep_options(const PickOptions& options) {
  LockstepOptions lockstep;
  lockstep.prefix = (options.out.empty() ? "" : options.out + '/') + kLockstepName;
  lockstep.prefix = prefix_beside(lockstep.prefix, {".stim", ".vcd"}, options.stimulus);
  return lockstep;
}

std::string summary_text(const PickOptions& options, const std::string& stimulus, const PickCounts& counts,
                         bool complete) {
  Provenance from;
  from.versions = versions();
  from.picker_engine = options.engine;
  from.picker = options.policy;
  from.workload_path = shown_path(options.stimulus);
  from.workload_sha256 = sha256(stimulus);
  nlohmann::ordered_json json = {
      {"schema", kPickSchema},
      {"complete", complete},
      {"picker", {{"policy", options.policy}, {"rounds", counts.rounds}, {"picks", counts.picks}}},
      {"outputs", {kPicksFile}}};
  json["provenance"] = provenance_json(from);
  return json.dump(2) + '\n';
}

/// Writes the rounds into a file, beside their provenance.
bool pick_into_directory(const PickOptions& options, const std::function<PickerFactory>& make,
                         Diagnostics& diagnostics) {
  const auto stimulus = read_text_file(options.stimulus, diagnostics);
  if (!stimulus) return false;
  RunDirectory directory(options.out, {options.stimulus}, diagnostics);
  if (!directory.ready()) return false;
  std::ofstream picks(directory.file(true, kPicksFile).path, std::ios::binary);
  std::istringstream in(*stimulus);
  const RunTimer timer;
  PickCounts counts;
  const bool done = run_stimulus(in, shown_path(options.stimulus), make, picks, diagnostics, &counts);
  if (!picks) diagnostics.error({options.out + '/' + kPicksFile, 0, 0}, "cannot be written");
  directory.close(kSummaryFile, summary_text(options, *stimulus, counts, done), timer, diagnostics);
  if (done && diagnostics.ok())
    std::cout << counts.rounds << " rounds, " << counts.picks << " picks; outputs in " << one_line(options.out) << '\n';
  return done && diagnostics.ok();
}

bool run_picker(const PickOptions& options, const std::function<PickerFactory>& make, Diagnostics& diagnostics) {
  if (!options.out.empty()) return pick_into_directory(options, make, diagnostics);
  const std::string shown = shown_path(options.stimulus);
  std::ifstream file;
  if (options.stimulus != kStandardInput) {
    errno = 0;
    file.open(options.stimulus, std::ios::binary);
    if (!file) {
      diagnostics.error({shown, 0, 0}, std::string("cannot be opened (") + std::strerror(errno) + ")");
      return false;
    }
  }
  if (!check_outputs({}, {options.stimulus}, diagnostics)) return false;
  return answer(options, options.stimulus == kStandardInput ? std::cin : file, shown, make, diagnostics);
}

bool pick(PickOptions& options, Diagnostics& diagnostics) {
  const auto engine = read_picker_engine(options.engine, "--engine " + options.engine, "--policy ", diagnostics);
  if (!engine) return false;
  if (options.policy.empty()) options.policy = policy_of(*engine);
  const PickerCatalogue::Entry* picker = builtin_pickers().find(options.policy);
  if (picker == nullptr) {
    diagnostics.error({}, "--policy " + options.policy + ": no such picker (choose " + builtin_pickers().choices() +
                              ")" + engine_hint(options.policy, "--engine "));
    return false;
  }
  if (!check_waves(options, diagnostics)) return false;
  if (!options.waves.empty() && !check_outputs({options.waves}, {options.stimulus}, diagnostics)) return false;
  LockstepOptions lockstep = lockstep_options(options);
  bool shown = false;
  lockstep.waves = {options.waves, options.from, options.to, false, [&](bool whole) {
                      shown = true;
                      if (!whole) diagnostics.error({one_line(options.waves), 0, 0}, "cannot be written as a whole");
                    }};
  const std::function<PickerFactory> make =
      engine->is_model() ? picker->make : picker_engine(*engine, options.policy, lockstep);
  if (!run_picker(options, make, diagnostics)) return false;
  if (!options.waves.empty() && !shown) {
    diagnostics.error(
        {}, "--from " + std::to_string(options.from) + ": the stimulus has no such round, and so no waveform");
  }
  return diagnostics.ok();
}

int run(PickOptions& options) {
  Diagnostics diagnostics;
  bool done = false;
  try {
    done = pick(options, diagnostics);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::mismatch) {
      std::cout.flush();
      std::cerr << error.what() << '\n';
      return kUnfinished;
    }
    diagnostics.error({}, "--engine " + options.engine + ": " + error.what());
  }
  print_problems(diagnostics);
  if (done) return 0;
  return diagnostics.ok() ? kUnfinished : kWrongInput;  // failed: the standard output, which main() reports
}

}  // namespace

void add_pick_command(CLI::App& app, int& status) {
  const auto options = std::make_shared<PickOptions>();
  CLI::App* command = app.add_subcommand("pick", "Run the picker alone on a text stimulus (docs/picker.md)");
  command->add_option("STIMULUS", options->stimulus, "Stimulus file, - for standard input")->required();
  command
      ->add_option(
          "--engine", options->engine,
          "Which picker: model, rtl, or lockstep (both, compared); NAME or lockstep:NAME of somebody's own RTL "
          "(gantry list engines)")
      ->capture_default_str();
  command->add_option("--policy", options->policy,
                      "Which discipline (gantry list pickers; default: that of the engine, weight_delay)");
  auto* out = command->add_option("--out", options->out,
                                  "Write picks.txt, summary.json and timing.json into this directory instead");
  auto* report = command
                     ->add_flag("--report", options->report,
                                "Instead of the rounds: per entry its expected and measured share, lag, longest wait")
                     ->excludes(out);
  auto* csv = command->add_flag("--report-csv", options->csv, "The same as CSV")->excludes(report)->excludes(out);
  command
      ->add_flag("--sets", options->sets,
                 "Below every round a line per class with an eligible entry: its candidate with T, W, H_raw, and the "
                 "entries that it is the best of")
      ->excludes(out)
      ->excludes(report)
      ->excludes(csv);
  auto* waves =
      command->add_option("--waves", options->waves,
                          "Write all signals of the RTL into this file, .vcd or .fst (--engine rtl or lockstep)");
  command->add_option("--from", options->from, "First round of --waves, with what comes before it (default: 0)")
      ->needs(waves);
  command->add_option("--to", options->to, "Last round of --waves (default: all)")->needs(waves);
  command->footer(kExamples);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace gantry
