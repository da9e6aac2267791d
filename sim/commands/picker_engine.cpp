// SPDX-License-Identifier: Apache-2.0
#include "commands/picker_engine.h"

#include <utility>

#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/rtl_times.h"
#include "picker/named_pickers.h"
#include "picker/recorded_engine.h"
#include "picker/rtl_engine.h"

namespace gantry {
namespace {

const NamedPicker* named(const BlockEngine& engine) {
  return engine.is_ours() ? nullptr : find_named_picker(program_named_pickers(), engine.name);
}

const RtlModel& model_for(const NamedPicker* named, const PickerConfig& config) {
  const RtlModel* model =
      named != nullptr ? find_rtl_model(*named, config) : find_rtl_model(program_rtl_models(), config);
  if (model != nullptr) return *model;
  throw Error(named != nullptr ? no_rtl_model(*named, config) : no_rtl_model(program_rtl_models(), config),
              ErrorKind::unsupported);
}

}  // namespace

std::string policy_of(const BlockEngine& engine) {
  const NamedPicker* own = named(engine);
  return own != nullptr ? own->policy : kSourcePicker;
}

std::function<PickerFactory> picker_engine(const BlockEngine& engine, const std::string& policy,
                                           const LockstepOptions& options) {
  const NamedPicker* own = named(engine);
  if (policy_of(engine) != policy) {
    throw Error("the RTL " + (own != nullptr ? engine.name + ' ' : "") + "is the picker " + policy_of(engine) +
                    " and cannot replace " + policy + " (use " + policy_of(engine) + ", or the engine model)",
                ErrorKind::unsupported);
  }
  LockstepOptions all = options;
  all.rtl = engine.name;
  all.engine = engine.text;
  const auto waves = std::make_shared<WaveWindow>(std::exchange(all.waves, {}));
  return [own, policy, all, waves, kind = engine.kind](const PickerConfig& config) -> std::unique_ptr<Picker> {
    const RtlModel& model = model_for(own, config);
    std::unique_ptr<Picker> reference = builtin_pickers().find(policy)->make(config);
    WaveWindow shown = std::exchange(*waves, {});
    const bool has_waves = !shown.path.empty();
    if (kind == EngineKind::rtl) {
      auto rtl = std::make_unique<RtlEngine>(model, config, std::move(shown), reference->reweighs());
      rtl->on_fault = all.on_difference;
      if (all.saved) return std::make_unique<RecordedEngine>(std::move(rtl), config, has_waves);
      return rtl;
    }
    LockstepOptions of_this = all;
    of_this.waves = std::move(shown);
    return std::make_unique<LockstepEngine>(std::move(reference), model, config, std::move(of_this));
  };
}

void check_picker_engine(const BlockEngine& engine, const std::string& policy, const PickerConfig& config) {
  picker_engine(engine, policy, {});
  model_for(named(engine), config);
}

void note_times(const PickerConfig& picker, const BlockEngine& engine, Diagnostics& diagnostics) {
  // The times of a user's own RTL are unknown.
  if (!engine.is_ours() || rtl_with_times(picker) != nullptr) return;
  std::string built;
  for (const RtlTimes& times : kRtlTimes) {
    built += (built.empty() ? "" : ", ") + std::string(times.name) + " reweighs in " +
             std::to_string(times.reweigh_cycles(picker.entries));
  }
  diagnostics.note({engine.asked, 0, 0}, "the cycles of this run are not those of the RTL, which has no " +
                                             times_text(picker) + " (with as many entries " + built +
                                             "; dispatcher.picker.timing takes its times)");
}

}  // namespace gantry
