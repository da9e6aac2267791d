// SPDX-License-Identifier: Apache-2.0
// Configuration of the placement: the section `placement`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace platform {

/// Node of every endpoint. Unnamed endpoints take the free nodes in ascending order: host, memory, scheduler,
/// processors.
struct PlacementConfig {
  std::optional<std::uint32_t> host;
  std::optional<std::uint32_t> scheduler;
  std::vector<std::uint32_t> memory;      ///< one per controller, or empty
  std::vector<std::uint32_t> processors;  ///< one per processor, or empty
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, PlacementConfig& placement);

}  // namespace platform
}  // namespace gantry
