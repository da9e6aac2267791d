// SPDX-License-Identifier: Apache-2.0
// References to data objects and their parts.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

/// Slot of a live data object in the DataTable.
using ObjectRef = std::uint32_t;

/// A part of a live data object.
struct PartRef {
  ObjectRef object = kNone;
  std::uint32_t part = 0;
};

}  // namespace scheduler
}  // namespace gantry
