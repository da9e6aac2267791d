// SPDX-License-Identifier: Apache-2.0
#include "commands/picker_engine.h"

#include "gantry/scheduler/rtl_times.h"
#include "picker/rtl_engine.h"
#include "picker/rtl_models.h"

namespace gantry {

std::function<PickerFactory> picker_engine(const std::string& engine, const std::string& policy,
                                           const LockstepOptions& options) {
  if (policy != kSourcePicker) {
    throw EngineRefusal("the RTL is the picker " + std::string(kSourcePicker) + " and cannot stand for " + policy +
                        " (use " + kSourcePicker + ", or the engine model)");
  }
  const auto model_for = [](const PickerConfig& config) -> const RtlModel& {
    const RtlModel* model = find_rtl_model(program_rtl_models(), config);
    if (model == nullptr) throw EngineRefusal(no_rtl_model(program_rtl_models(), config));
    return *model;
  };
  if (engine == "rtl") {
    return [model_for, options](const PickerConfig& config) -> std::unique_ptr<Picker> {
      return std::make_unique<RtlEngine>(model_for(config), config, options.waves);
    };
  }
  return [model_for, options](const PickerConfig& config) -> std::unique_ptr<Picker> {
    const RtlModel& model = model_for(config);
    return std::make_unique<LockstepEngine>(builtin_pickers().find(kSourcePicker)->make(config), model, config,
                                            options);
  };
}

void note_times(const PickerConfig& picker, const std::string& asked, Diagnostics& diagnostics) {
  if (rtl_with_times(picker) != nullptr) return;
  std::string built;
  for (const RtlTimes& times : kRtlTimes) {
    built += (built.empty() ? "" : ", ") + std::string(times.name) + " reweighs in " +
             std::to_string(times.reweigh_cycles(picker.entries));
  }
  diagnostics.note({asked, 0, 0}, "the cycles of this run are not those of the RTL, which has no " +
                                      times_text(picker) + " (with as many entries " + built +
                                      "; dispatcher.picker.timing takes its times)");
}

}  // namespace gantry
