// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/policy_config.h"

#include "gantry/base/error.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry {
inline namespace scheduler {

std::unique_ptr<Picker> make_picker(const DispatcherConfig& dispatcher, const PolicyConfig& policies,
                                    const PickerCatalogue& pickers) {
  if (policies.picker_engine) return policies.picker_engine(*dispatcher.picker);
  const auto* entry = pickers.find(policies.picker);
  if (entry == nullptr) throw Error("unknown picker '" + policies.picker + "'");
  return entry->make(*dispatcher.picker);
}

std::unique_ptr<ProcessorChoice> make_choice(const DispatcherConfig& dispatcher, const PolicyConfig& policies,
                                             const ProcessorChoiceCatalogue& choices) {
  const auto* entry = choices.find(policies.processor_choice);
  if (entry == nullptr) throw Error("unknown processor choice '" + policies.processor_choice + "'");
  return entry->make(dispatcher.choices.of(policies.processor_choice));
}

}  // namespace scheduler
}  // namespace gantry
