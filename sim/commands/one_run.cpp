// SPDX-License-Identifier: Apache-2.0
#include "commands/one_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "commands/block_engine.h"
#include "commands/dispatch_core_engine.h"
#include "commands/picker_engine.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "gantry/scheduler/picker_config.h"
#include "output/run_report.h"
#include "output/summary_table.h"
#include "result/output_names.h"
#include "run/simulation.h"
#include "serving/serving_simulation.h"
#include "text/file_digest.h"
#include "text/text_file.h"
#include "text/yaml_writer.h"

namespace gantry {
namespace {

std::string directory_for(const RunRequest& request, const std::string& experiment) {
  return request.directory.empty() ? "out/" + experiment : request.directory;
}

/// A run that is kept in memory has tables, and no traces and pictures.
void keep_tables(OutputOptions& output) {
  const auto is_table = [](const std::string& file) {
    return file.size() > 4 && file.substr(file.size() - 4) == ".csv";
  };
  for (const ReportEntry& report : output.reports().entries()) {
    if (!std::all_of(report.files.begin(), report.files.end(), is_table)) output[report.name].on = false;
  }
}

/// Returns the digest of the content of all files but the experiment's own, the last one.
std::string digest_of(const std::vector<std::string>& inputs) {
  std::string digests;
  for (std::size_t i = 0; i + 1 < inputs.size(); ++i) {
    Diagnostics unreadable;  // the standard input, which cannot be read again
    if (const auto text = read_text_file(inputs[i], unreadable, FileContent::bytes)) digests += sha256(*text);
  }
  return sha256(digests);
}

/// Returns the checkpoints of a run, with its digests.
Checkpoints checkpoints_of(const RunRequest& request, const ExperimentHead& experiment) {
  Checkpoints checkpoints = request.checkpoints;
  if (!checkpoints.any()) return checkpoints;
  checkpoints.experiment = sha256(yaml_flow(*experiment.given));
  checkpoints.inputs = digest_of(experiment.inputs);
  return checkpoints;
}

/// Returns the engines of a run as `--engine` takes them, with spaces between them.
std::string engines_of(const SimulationOptions& options) {
  std::string text;
  if (options.picker_engine) text = "picker=" + options.picker_engine_name;
  for (const auto& [block, engine] : options.block_engines) text += (text.empty() ? "" : " ") + block + '=' + engine;
  return text;
}

class ServingRun final : public OneRun {
 public:
  ServingRun(ServingExperiment experiment, const RunRequest& request) : experiment_(std::move(experiment)) {
    options_.directory = directory_for(request, experiment_.name);
    options_.kept = request.kept;
    options_.checkpoints = checkpoints_of(request, experiment_);
    options_.resolved = resolved_serving_experiment(experiment_, request.kept ? "." : options_.directory);
    if (request.kept != nullptr) keep_tables(experiment_.output);
  }
  [[nodiscard]] const std::string& directory() const override { return options_.directory; }
  [[nodiscard]] const char* counted() const override { return "sessions"; }

  RunOutcome run(const RunSteering& steer, bool /*utf8*/, Diagnostics& diagnostics) override {
    static_cast<RunSteering&>(options_) = steer;
    const ServingResult result = simulate_serving(experiment_, options_, diagnostics);
    RunOutcome outcome;
    outcome.started = result.started;
    if (!diagnostics.ok()) return outcome;
    outcome.end = result.stats.end;
    outcome.diagnosis = result.stats.diagnosis;
    outcome.outputs = result.info.outputs;
    outcome.table = serving_table(experiment_, result.stats, *result.measured);
    return outcome;
  }

 private:
  ServingExperiment experiment_;
  RunOptions options_;
};

class JobsRun final : public OneRun {
 public:
  JobsRun(Experiment experiment, const RunRequest& request, Diagnostics& diagnostics)
      : experiment_(std::move(experiment)) {
    options_.directory = directory_for(request, experiment_.name);
    options_.kept = request.kept;
    waves_.requests = read_waves(request.waves, request.engines, options_.directory, diagnostics);
    if (diagnostics.ok()) choose_engines(request.engines, request.checkpoints.any(), diagnostics);
    if (!diagnostics.ok() || !waves_.check(options_.directory, experiment_.inputs, diagnostics)) return;
    options_.checkpoints = checkpoints_of(request, experiment_);
    options_.checkpoints.engines = engines_of(options_);
    options_.resolved = resolved_experiment(experiment_, request.kept != nullptr ? "." : options_.directory);
    if (request.kept != nullptr) keep_tables(experiment_.output);
    experiment_.given.reset();  // frees a second copy of tasks in the experiment
  }
  [[nodiscard]] const std::string& directory() const override { return options_.directory; }
  [[nodiscard]] const char* counted() const override { return "tasks"; }

  RunOutcome run(const RunSteering& steer, bool utf8, Diagnostics& diagnostics) override {
    static_cast<RunSteering&>(options_) = steer;
    Cycle cycle = 0;
    options_.failed_at = &cycle;
    RunOutcome outcome;
    try {
      const SimulationResult result = simulate(experiment_, options_, diagnostics);
      outcome.started = result.started;
      if (diagnostics.ok()) waves_.report(diagnostics);
      if (!diagnostics.ok()) return outcome;
      outcome.end = result.stats.end;
      outcome.diagnosis = result.stats.diagnosis;
      outcome.outputs = result.info.outputs;
      outcome.table = summary_table(result.info, result.stats, utf8);
      for (const WaveRequest& request : waves_.requests)
        outcome.waves.push_back("waveform of " + request.block + ": " + one_line(request.path));
    } catch (const std::exception&) {
      if (difference_.text.empty()) throw;
      outcome.difference = "cycle " + std::to_string(difference_.cycle.value_or(cycle)) + ", seed " +
                           std::to_string(experiment_.seed) + ": " + difference_.text;
    }
    return outcome;
  }

 private:
  /// The difference that an engine in lockstep found. Not every kernel passes an exception on.
  struct Difference {
    std::string text;
    std::optional<Cycle> cycle;  ///< nothing: the one in which it was found
  };

  /// Of the files that document a difference; empty in memory, where there are none.
  [[nodiscard]] std::string prefix_of(const std::string& name) const {
    return options_.kept != nullptr ? "" : options_.directory + "/" + name;
  }

  /// Refuses impossible engines before anything is written.
  void choose_engines(const EngineNames& engines, bool saved, Diagnostics& diagnostics) {
    LockstepOptions lockstep;
    lockstep.on_difference = [this](const std::string& text) { difference_.text = text; };
    const BlockEngine& picker = engines.picker;
    if (!picker.is_model()) {
      lockstep.prefix = prefix_of(kLockstepName);
      try {
        const PickerConfig& config = experiment_.architecture.picker();
        check_picker_engine(picker, experiment_.picker, config);
        options_.tenant_picker_engine = picker_engine(picker, experiment_.picker, lockstep);
        if (const WaveRequest* request = waves_of(waves_.requests, picker.block)) {
          lockstep.waves = {request->path, request->from, request->to, true,
                            [this, request](bool whole) { waves_.ended(*request, whole); }};
        }
        lockstep.saved = saved;
        options_.picker_engine = picker_engine(picker, experiment_.picker, lockstep);
        note_times(config, picker, diagnostics);
      } catch (const Error& refusal) {
        diagnostics.error({picker.asked, 0, 0}, refusal.what());
      }
      options_.picker_engine_name = picker.text;
    }
    ChosenBackends backends;
    if (!engines.dispatch_core.is_model()) choose_dispatch_core(engines.dispatch_core, backends, diagnostics);
    for (const BlockEngine& block : engines.blocks) {
      if (!block.is_model()) choose_block_engine(block, backends, diagnostics);
    }
    if (options_.block_engines.empty()) return;
    options_.block_builder = [backends = std::move(backends)] { return make_backend_builder(backends); };
  }

  void choose_dispatch_core(const BlockEngine& engine, ChosenBackends& backends, Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.size();
    check_dispatch_core(experiment_, {engine.asked, 0, 0}, diagnostics);
    if (diagnostics.size() != before) return;
    CoreLockstepOptions beside;
    beside.prefix = prefix_of(kCoreLockstepName);
    beside.on_difference = [this](Cycle cycle, const std::string& text) { difference_ = {text, cycle}; };
    backends.dispatch_core = dispatch_core_engine(experiment_, beside);
    options_.block_engines.emplace_back(engine.block, engine.text);
  }

  /// Of the blocks behind pins.
  void choose_block_engine(const BlockEngine& engine, ChosenBackends& backends, Diagnostics& diagnostics) {
    const BlockChoice choice{engine.block, engine.name, engine.kind == EngineKind::rtl};
    const std::size_t before = diagnostics.size();
    check_block_engine(choice, experiment_, {engine.asked, 0, 0}, diagnostics);
    if (diagnostics.size() != before) return;
    BlockEngineOptions with;
    with.prefix = prefix_of((choice.alone ? kBlockAloneName : kBlockLockstepName) + engine.block);
    with.on_difference = [this](Cycle cycle, const std::string& text) { difference_ = {text, cycle}; };
    if (const WaveRequest* request = waves_of(waves_.requests, engine.block)) {
      with.waves = {request->path, request->from, request->to,
                    [this, request](bool whole) { waves_.ended(*request, whole); }};
    }
    backends.blocks.push_back(chosen_backend(choice, experiment_, with));
    options_.block_engines.emplace_back(engine.block, engine.text);
    options_.own_block = options_.own_block || (choice.alone && !engine.is_ours());
  }

  Experiment experiment_;
  SimulationOptions options_;
  Difference difference_;
  ShownWaves waves_;
};

std::unique_ptr<OneRun> prepare_serving_run(const RunRequest& request, Diagnostics& diagnostics) {
  auto experiment =
      read_serving_experiment(request.experiment.text, request.experiment.file, request.sets, diagnostics);
  const EngineNames& engines = request.engines;
  if (experiment && !engines.picker.is_model())
    diagnostics.error({engines.picker.asked, 0, 0}, "inference nodes are not chosen by a picker");
  if (experiment && !engines.dispatch_core.is_model())
    diagnostics.error({engines.dispatch_core.asked, 0, 0}, "inference nodes are not chosen by a dispatch core");
  for (const BlockEngine& block : engines.blocks) {
    if (experiment && !block.is_model())
      diagnostics.error({block.asked, 0, 0}, "inference nodes have no " + block.block);
  }
  if (experiment && !request.waves.waves.empty())
    diagnostics.error({"--waves " + request.waves.waves.front(), 0, 0}, "nothing of inference nodes is RTL");
  if (!experiment || !diagnostics.ok()) return nullptr;
  return std::make_unique<ServingRun>(std::move(*experiment), request);
}

}  // namespace

std::unique_ptr<OneRun> prepare_run(const RunRequest& request, Diagnostics& diagnostics) {
  if (request.experiment.kind == FileKind::serving_experiment) return prepare_serving_run(request, diagnostics);
  auto experiment = read_experiment(request.experiment.text, request.experiment.file, request.sets, diagnostics);
  if (experiment && diagnostics.ok()) check_feasible(*experiment, diagnostics);
  if (!experiment || !diagnostics.ok()) return nullptr;
  auto run = std::make_unique<JobsRun>(std::move(*experiment), request, diagnostics);
  return diagnostics.ok() ? std::move(run) : nullptr;
}

}  // namespace gantry
