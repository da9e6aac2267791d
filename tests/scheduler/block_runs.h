// SPDX-License-Identifier: Apache-2.0
// Runs with backends of blocks, and the model's own blocks behind pins as such backends.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blocks/backend_builder.h"
#include "blocks/block_config.h"
#include "blocks/model_block.h"
#include "catch.h"
#include "commands/block_engine.h"
#include "experiment/experiment.h"
#include "experiment/task_source.h"
#include "gantry/base/diagnostics.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "pins/block_pins.h"
#include "random_experiment.h"
#include "recorded_run.h"

namespace gantry::block_runs {

inline const char* const kExperiments = GANTRY_SOURCE_DIR "/sim/experiments/";

template <std::size_t kBlock>
std::unique_ptr<PinBlock> make_model() {
  return make_model_block(*all_block_pins().at(kBlock));
}

inline std::size_t number_of(const BlockPins& pins) {
  const auto& all = all_block_pins();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), &pins) - all.begin());
}

/// The model's own, behind pins.
inline const BlockModel& model_behind_pins(const BlockPins& pins) {
  static const BlockModel models[] = {{"", "model", {}, make_model<0>},
                                      {"", "model", {}, make_model<1>},
                                      {"", "model", {}, make_model<2>},
                                      {"", "model", {}, make_model<3>},
                                      {"", "model", {}, make_model<4>}};
  REQUIRE(all_block_pins().size() == std::size(models));
  return models[number_of(pins)];
}

inline std::vector<std::uint32_t> config_of(const BlockPins& pins, const Experiment& experiment) {
  return block_config(pins, config_behind_pins(experiment));
}

inline ChosenBackend backend_of(const Experiment& experiment, const BlockPins& pins, const BlockModel& model,
                                bool alone, const BlockEngineOptions& options = {}) {
  return {&pins, &model, config_of(pins, experiment), alone, options};
}

/// A run with these backends of blocks.
inline RecordedRun run_with(const Experiment& experiment, std::vector<ChosenBackend> backends) {
  const std::unique_ptr<TaskSource> source = make_task_source(experiment);
  RecordedRun run;
  const std::unique_ptr<BlockBuilder> builder = make_backend_builder({std::move(backends)});
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice}, *source, run.records,
                  experiment.background, builtin_catalogue(), *builder);
  machine.run_all_cycles();
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  CycleKernelOptions kernel;
  kernel.fast_forward = false;
  Cycle now = 0;
  run.end = run_cycles(machine, control, kernel, now);
  builder->finished(now);
  run.stats = machine.finish(run.end, now);
  return run;
}

/// A run with a backend of a block; without `model` there is none.
inline RecordedRun run_with(const Experiment& experiment, const BlockPins& pins, const BlockModel* model, bool alone,
                            const BlockEngineOptions& options = {}) {
  if (model == nullptr) return run_with(experiment, {});
  return run_with(experiment, {backend_of(experiment, pins, *model, alone, options)});
}

inline Experiment shipped(const std::string& name, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  auto experiment = load_experiment(kExperiments + name, sets, diagnostics);
  REQUIRE(experiment);
  return *experiment;
}

/// The experiment without what these pins do not tell of; nothing if it cannot run.
inline std::optional<Experiment> behind_pins(const BlockPins& pins, Experiment experiment) {
  experiment.background.reset();
  experiment.max_cycles = 30000;
  experiment.architecture.monitor->early_registration = false;
  // Pins do not tell of it.
  for (ProcessorGroup& group : *experiment.architecture.processors) group.set_up_cycles = 0;
  if (beyond_pins(pins, config_behind_pins(experiment))) return std::nullopt;
  if (!can_run(experiment)) return std::nullopt;
  return experiment;
}

/// The block in Verilog gives the bytes of `plain`, the model's run.
inline void check_in_verilog(const Experiment& experiment, const BlockPins& pins, const RecordedRun& plain,
                             bool alone) {
  Diagnostics refusals;
  check_block_engine({std::string(pins.block), "rtl", alone}, experiment, {}, refusals);
  INFO((refusals.ok() ? "" : refusals.errors().front().text));
  REQUIRE(refusals.ok());
  const BlockModel* model = find_block_model(program_block_models(), pins, "rtl", config_of(pins, experiment));
  const RecordedRun run = run_with(experiment, pins, model, alone);
  CHECK((run.bytes() == plain.bytes()));
}

}  // namespace gantry::block_runs
