// SPDX-License-Identifier: Apache-2.0
// Catalogue of everything that the configuration of a serving machine can name.
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

/// The built-in catalogue. A program that adds entries copies it and passes the copy to the machine.
const ServingCatalogue& builtin_serving_catalogue();

}  // namespace serving
}  // namespace gantry
