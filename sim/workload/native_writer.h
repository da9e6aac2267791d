// SPDX-License-Identifier: Apache-2.0
// Writes a workload in the native format: JSON, one task per line, defaults left out.
#pragma once

#include <ostream>

#include "gantry/workload/workload.h"

namespace gantry {

/// Returns a text that reads back as an equal workload.
void write_native(const Workload& workload, std::ostream& out);

}  // namespace gantry
