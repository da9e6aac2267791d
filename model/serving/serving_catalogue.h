// SPDX-License-Identifier: Apache-2.0
// What the configuration of a machine of inference nodes can name.
#pragma once

#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/serving/selection.h"

namespace gantry {
inline namespace serving {

struct ServingCatalogue {
  TopologyCatalogue topologies;
  RoutingCatalogue routings;
  SelectionCatalogue selections;
};

/// What comes with Gantry. To add to it, copy it and hand the copy to the machine.
const ServingCatalogue& builtin_serving_catalogue();

}  // namespace serving
}  // namespace gantry
