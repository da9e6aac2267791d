// SPDX-License-Identifier: Apache-2.0
// A synthetic packet that has arrived, as reported to observers.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

struct Delivery {
  std::uint32_t from = 0;      ///< node
  std::uint32_t to = 0;        ///< node
  std::uint64_t flits = 0;     ///< length, header included
  Cycle created = 0;           ///< cycle of its creation
  Cycle arrived = 0;           ///< cycle in which its last flit is at the destination; later than the report
  std::uint64_t tag = kNever;  ///< tag that FollowUps gave the packet; kNever: none
  bool urgent = false;
};

}  // namespace network
}  // namespace gantry
