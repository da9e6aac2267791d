// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/machine_catalogue.h"

namespace gantry {

const MachineCatalogue& builtin_catalogue() {
  static const MachineCatalogue all{builtin_topologies(), builtin_pickers(), builtin_processor_choices()};
  return all;
}

}  // namespace gantry
