// SPDX-License-Identifier: Apache-2.0
// Most routers of a topology whose size is a product of keys.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/base/error.h"

namespace gantry {
inline namespace network {

/// More than enough for all endpoints with one per router, where `auto` rounds sizes up.
inline constexpr std::uint32_t kMostRouters = 8192;

/// Throws Error for more than kMostRouters routers. `product`: the keys of the product, for the text.
inline void refuse_many_routers(std::uint64_t routers, const std::string& product) {
  if (routers <= kMostRouters) return;
  throw Error("has " + std::to_string(routers) + " routers and may have " + std::to_string(kMostRouters) + " (" +
              product + ")");
}

}  // namespace network
}  // namespace gantry
