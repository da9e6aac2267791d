// SPDX-License-Identifier: Apache-2.0
// Runs with an engine at a block of the scheduler, and the model's own blocks behind pins as such engines.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blocks/block_seats.h"
#include "blocks/model_block.h"
#include "catch.h"
#include "commands/block_engine.h"
#include "experiment/experiment.h"
#include "experiment/task_source.h"
#include "gantry/scheduler/block_pins.h"
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
                                      {"", "model", {}, make_model<3>}};
  REQUIRE(all_block_pins().size() == std::size(models));
  return models[number_of(pins)];
}

inline std::vector<std::uint32_t> config_of(const BlockPins& pins, const Experiment& experiment) {
  return block_config(pins, config_behind_pins(experiment));
}

/// A run with somebody in a seat, if there is one.
inline RecordedRun run_seated(const Experiment& experiment, const std::function<BlockSeatFactory>& take_seat,
                              bool skip) {
  const std::unique_ptr<TaskSource> source = make_task_source(experiment);
  RecordedRun run;
  Machine machine(experiment.architecture, {experiment.picker, experiment.processor_choice}, *source, run.records,
                  experiment.background);
  machine.run_repeats();
  std::unique_ptr<BlockSeat> seat;
  if (take_seat) seat = take_seat(machine.scheduler());
  RunControl control;
  control.max_cycles = experiment.max_cycles;
  CycleKernelOptions kernel;
  kernel.skip_retries = skip;
  Cycle now = 0;
  run.end = run_cycles(machine, control, kernel, now);
  if (seat) seat->finished(now);
  run.stats = machine.finish(run.end, now);
  return run;
}

/// A run with an engine at a block; without `model` there is none.
inline RecordedRun run_with(const Experiment& experiment, const BlockPins& pins, const BlockModel* model, bool alone,
                            const BlockEngineOptions& options = {}) {
  std::function<BlockSeatFactory> seat;
  if (model != nullptr) seat = block_seat(pins, *model, config_of(pins, experiment), alone, options);
  return run_seated(experiment, seat, false);
}

inline Experiment shipped(const std::string& name, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  auto experiment = load_experiment(kExperiments + name, sets, diagnostics);
  REQUIRE(experiment);
  return *experiment;
}

}  // namespace gantry::block_runs
