// SPDX-License-Identifier: Apache-2.0
// Individual processors of an architecture.
#pragma once

#include <string_view>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/scheduler/processor_table.h"

namespace gantry {
inline namespace platform {

/// Returns all processors in order of number.
std::vector<ProcessorInfo> list_processors(const Architecture& architecture);
/// Returns the number of a type; kNone: no group has it.
ProcessorType find_processor_type(const Architecture& architecture, std::string_view type);

}  // namespace platform
}  // namespace gantry
