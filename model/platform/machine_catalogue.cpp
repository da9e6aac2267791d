// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/machine_catalogue.h"

namespace gantry {
inline namespace platform {

const MachineCatalogue& builtin_catalogue() {
  static const MachineCatalogue all{builtin_topologies(), builtin_routings(), builtin_pickers(),
                                    builtin_processor_choices()};
  return all;
}

}  // namespace platform
}  // namespace gantry
