// SPDX-License-Identifier: Apache-2.0
// Layout of memory and descriptors of an architecture, shared by the modules behind sockets.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/device/descriptor_codec.h"
#include "gantry/platform/architecture.h"
#include "gantry/scheduler/memory_map.h"

namespace gantry::sc {

/// Returns the map of rings and data over the controllers, with terminal c for controller c.
MemoryMap memory_map_of(const Architecture& architecture);
/// Throws Error if the fields do not fit into descriptor.full_bytes.
DescriptorLayout descriptor_layout_of(const Architecture& architecture);
/// Sets the number of predecessors in a descriptor to 0.
void forget_predecessors(std::vector<std::uint8_t>& descriptor);

}  // namespace gantry::sc
