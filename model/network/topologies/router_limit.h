// SPDX-License-Identifier: Apache-2.0
// How many routers keys may ask for whose product is their number.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace gantry {
inline namespace network {

/// More than any number of endpoints needs with one on each: `auto` rounds sizes up.
inline constexpr std::uint32_t kMostRouters = 8192;

/// Throws std::invalid_argument, as a factory of topologies does. `product`: of which keys it is the number.
inline void refuse_many_routers(std::uint64_t routers, const std::string& product) {
  if (routers <= kMostRouters) return;
  throw std::invalid_argument("has " + std::to_string(routers) + " routers and may have " +
                              std::to_string(kMostRouters) + " (" + product + ")");
}

}  // namespace network
}  // namespace gantry
