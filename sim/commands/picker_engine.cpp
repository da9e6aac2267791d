// SPDX-License-Identifier: Apache-2.0
#include "commands/picker_engine.h"

#include "rtl_engine.h"
#include "rtl_models.h"

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

}  // namespace gantry
