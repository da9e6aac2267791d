// SPDX-License-Identifier: Apache-2.0
// A synthetic packet that has arrived.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

struct Delivery {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
  Cycle created = 0;
  Cycle arrived = 0;           ///< last flit
  std::uint64_t tag = kNever;  ///< of a packet that follows others: what its FollowUps said
  bool urgent = false;
};

}  // namespace network
}  // namespace gantry
