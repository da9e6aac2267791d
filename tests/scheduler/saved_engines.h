// SPDX-License-Identifier: Apache-2.0
// Random engines for the blocks of a machine, alone and in lockstep: those in Verilog where there is one for it, else
// the model's own block behind pins.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands/block_engine.h"
#include "commands/dispatch_core_engine.h"
#include "gantry/scheduler/picker_config.h"
#include "picker/recorded_engine.h"
#include "random_keys.h"
#include "saved_run.h"
#include "scheduler/block_runs.h"

namespace gantry::saved_runs {

/// The engines of a run, and their names.
struct DrawnEngines {
  Engines engines;
  std::string names;
  std::uint64_t verilog = 0;  ///< how many of them are Verilog
};

/// Chooses engine `block` of a block behind pins at random.
inline void draw_block(const BlockPins& pins, const Experiment& experiment, Dice& dice, DrawnEngines& drawn,
                       std::vector<ChosenBackend>& blocks) {
  const bool alone = dice.chance(50);
  if (dice.chance(40)) return;
  const std::string name(pins.block);
  Diagnostics problems;
  check_block_engine({name, "rtl", alone}, experiment, {}, problems);
  if (problems.ok()) {
    blocks.push_back(chosen_backend({name, "rtl", alone}, experiment, {}));
    ++drawn.verilog;
  } else {
    const std::string missing =
        no_block_model(program_block_models(), pins, "rtl", block_runs::config_of(pins, experiment));
    if (problems.errors().front().text != missing) return;
    blocks.push_back(block_runs::backend_of(experiment, pins, block_runs::model_behind_pins(pins), alone));
  }
  drawn.names += ' ' + name + (problems.ok() ? "=rtl" : "=pins") + (alone ? "" : " in lockstep");
}

/// Draws engines. Some have none.
inline DrawnEngines draw_engines(const Experiment& experiment, Dice& dice) {
  DrawnEngines drawn;
  ChosenBackends chosen;
  bool dispatcher_alone = false;
  for (const BlockPins* pins : all_block_pins()) {
    const std::size_t before = chosen.blocks.size();
    draw_block(*pins, experiment, dice, drawn, chosen.blocks);
    if (chosen.blocks.size() > before && chosen.blocks.back().alone) dispatcher_alone |= pins->block == "dispatcher";
  }
  Diagnostics no_core;
  if (!dispatcher_alone) check_dispatch_core(experiment, {}, no_core);
  if (!dispatcher_alone && no_core.ok()) {
    chosen.dispatch_core = dispatch_core_engine(experiment, {});
    drawn.names += " dispatch_core";
    ++drawn.verilog;
  }
  const RtlModel* const model = find_rtl_model(program_rtl_models(), experiment.architecture.picker());
  if (!dispatcher_alone && model != nullptr && experiment.picker == kSourcePicker && dice.chance(70)) {
    const bool alone = dice.chance(50);
    drawn.engines.picker = [model, alone](const PickerConfig& config) -> std::unique_ptr<Picker> {
      std::unique_ptr<Picker> reference = builtin_pickers().find(kSourcePicker)->make(config);
      if (!alone) return std::make_unique<LockstepEngine>(std::move(reference), *model, config, LockstepOptions{});
      return std::make_unique<RecordedEngine>(
          std::make_unique<RtlEngine>(*model, config, WaveWindow{}, reference->reweighs()), config, false);
    };
    drawn.names += std::string(" picker") + (alone ? "" : " in lockstep");
    ++drawn.verilog;
  }
  if (!chosen.blocks.empty() || chosen.dispatch_core)
    drawn.engines.blocks = [chosen] { return make_backend_builder(chosen); };
  return drawn;
}

}  // namespace gantry::saved_runs
