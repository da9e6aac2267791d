// SPDX-License-Identifier: Apache-2.0
// The processors of an architecture, one by one.
#pragma once

#include <string_view>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/scheduler/processor_table.h"

namespace gantry {
inline namespace platform {

/// All processors in order of number.
std::vector<ProcessorInfo> list_processors(const Architecture& architecture);
/// Number of a type; kNone when no group has it.
ProcessorType find_processor_type(const Architecture& architecture, std::string_view type);

}  // namespace platform
}  // namespace gantry
