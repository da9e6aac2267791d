// SPDX-License-Identifier: Apache-2.0
// Catalogue of everything that the configuration of a machine can name.
#pragma once

#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace platform {

struct MachineCatalogue {
  TopologyCatalogue topologies;
  RoutingCatalogue routings;
  PickerCatalogue pickers;
  ProcessorChoiceCatalogue processor_choices;
};

/// The built-in catalogue. A program that adds entries copies it and passes the copy to the machine.
const MachineCatalogue& builtin_catalogue();

}  // namespace platform
}  // namespace gantry
