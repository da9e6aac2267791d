// SPDX-License-Identifier: Apache-2.0
// The policies of a scheduler by name, and their factories.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

struct DispatcherConfig;

/// The policies of a run, by their names in the catalogues.
struct PolicyConfig {
  std::string picker = kSourcePicker;
  std::string processor_choice = "first_free";
  std::function<PickerFactory> picker_engine = {};  ///< factory of another backend of `picker`; empty: the catalogue's
};

/// Makes the picker by policies.picker_engine if that is set, else the picker of `pickers` that `policies` names.
/// Throws Error for an unknown name.
std::unique_ptr<Picker> make_picker(const DispatcherConfig& dispatcher, const PolicyConfig& policies,
                                    const PickerCatalogue& pickers = builtin_pickers());
/// Makes the processor choice that `policies` names. Throws Error for an unknown name.
std::unique_ptr<ProcessorChoice> make_choice(const DispatcherConfig& dispatcher, const PolicyConfig& policies,
                                             const ProcessorChoiceCatalogue& choices = builtin_processor_choices());

}  // namespace scheduler
}  // namespace gantry
