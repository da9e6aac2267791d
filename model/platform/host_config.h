// SPDX-License-Identifier: Apache-2.0
// Configuration of the host: the section `host`. Every default is defined here only.
#pragma once

#include <cstdint>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace platform {

struct HostConfig {
  std::uint32_t ring_entries = 64;       ///< descriptors per class queue in global memory, 1..65536
  std::uint32_t outstanding_writes = 8;  ///< descriptor writes not yet acknowledged, 1..1024
  std::uint32_t submit_cycles = 1;       ///< between the starts of two submissions, 1..1000000
  std::uint32_t interrupt_cycles = 1;    ///< to take one interrupt, 1..1000000
  bool push = false;                     ///< descriptors go into the task cache; there are no rings
  std::uint32_t credit_cycles = 1;       ///< push: from a free cache slot to the host's credit, 1..1000
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, HostConfig& host);

}  // namespace platform
}  // namespace gantry
