// SPDX-License-Identifier: Apache-2.0
// The policies of a scheduler by name, and what has them made.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace scheduler {

/// The policies of a run, by their names in the catalogue.
struct PolicyConfig {
  std::string picker = kSourcePicker;
  std::string processor_choice = "first_free";
  std::function<PickerFactory> picker_engine = {};  ///< another implementation of `picker`; empty = the catalogue's
};

/// Throw Error for a name that the catalogue does not have.
std::unique_ptr<Picker> make_picker(const DispatcherConfig& dispatcher, const PolicyConfig& policies,
                                    const PickerCatalogue& pickers = builtin_pickers());
std::unique_ptr<ProcessorChoice> make_choice(const DispatcherConfig& dispatcher, const PolicyConfig& policies,
                                             const ProcessorChoiceCatalogue& choices = builtin_processor_choices());

}  // namespace scheduler
}  // namespace gantry
