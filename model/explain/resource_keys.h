// SPDX-License-Identifier: Apache-2.0
// The keys by which a machine has a resource.
#pragma once

#include <cstddef>
#include <vector>

#include "gantry/explain/resources.h"
#include "gantry/platform/number_keys.h"

namespace gantry {
inline namespace explain {

/// Returns the groups whose keys a resource changes.
[[nodiscard]] std::vector<std::size_t> groups_of(const Resource& resource, const Architecture& architecture);
/// Returns the numbers of a resource, of `numbers`: those of the machine. Empty: it has no such resource.
[[nodiscard]] std::vector<NumberKey> keys_of(const Resource& resource, const Architecture& architecture,
                                             const NumberKeys& numbers);

}  // namespace explain
}  // namespace gantry
