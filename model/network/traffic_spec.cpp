// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

double TrafficSpec::mean_flits() const {
  if (lengths.empty()) return static_cast<double>(packet_flits);
  std::uint64_t sum = 0;
  for (const LengthShare& length : lengths) sum += length.flits * length.millionths;
  return static_cast<double>(sum) / kMillion;
}

}  // namespace network
}  // namespace gantry
