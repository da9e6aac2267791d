// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

double TrafficSpec::mean_flits() const {
  const double of_urgent = static_cast<double>(urgent.share) / kMillion;
  return ordinary_flits() * (1.0 - of_urgent) + static_cast<double>(urgent.flits) * of_urgent;
}

double TrafficSpec::ordinary_flits() const {
  if (lengths.empty()) return static_cast<double>(packet_flits);
  std::uint64_t sum = 0;
  for (const LengthShare& length : lengths) sum += length.flits * length.millionths;
  return static_cast<double>(sum) / kMillion;
}

}  // namespace network
}  // namespace gantry
