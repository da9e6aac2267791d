// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/serving_catalogue.h"

namespace gantry {
inline namespace serving {

const ServingCatalogue& builtin_serving_catalogue() {
  static const ServingCatalogue all{builtin_topologies(), builtin_routings(), builtin_selections()};
  return all;
}

}  // namespace serving
}  // namespace gantry
