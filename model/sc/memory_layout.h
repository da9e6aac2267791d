// SPDX-License-Identifier: Apache-2.0
// Where an architecture has its rings and data, and how it writes descriptors: what the modules behind sockets have to
// agree on.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/device/descriptor_codec.h"
#include "gantry/platform/architecture.h"
#include "gantry/scheduler/memory_map.h"

namespace gantry::sc {

/// What has to know a controller's terminal is told its number.
MemoryMap memory_map_of(const Architecture& architecture);
/// Throws std::invalid_argument if its fields do not fit into descriptor.full_bytes.
DescriptorLayout descriptor_layout_of(const Architecture& architecture);
/// Sets how many predecessors a descriptor names to none.
void forget_predecessors(std::vector<std::uint8_t>& descriptor);

}  // namespace gantry::sc
