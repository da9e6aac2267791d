// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

std::uint64_t TrafficSpec::mean_flits_trillionths() const {
  std::uint64_t ordinary = lengths.empty() ? packet_flits * kMillion : 0;  // in millionths
  for (const LengthShare& length : lengths) ordinary += length.flits * length.millionths;
  return ordinary * (kMillion - urgent.share) + urgent.flits * kMillion * urgent.share;
}

}  // namespace network
}  // namespace gantry
