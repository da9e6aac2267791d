// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/pickers/weight_delay.h"

namespace gantry {
inline namespace scheduler {

void add_weight_delay(PickerCatalogue& pickers) {
  pickers.add(
      kSourcePicker, "weight and delay factor: the source's rule, bit exact",
      [](const PickerConfig& config) {
        return fits_one_key(config) ? make_keyed_weight_delay(config) : make_plain_weight_delay(config);
      },
      weight_rule_keys());
}

}  // namespace scheduler
}  // namespace gantry
