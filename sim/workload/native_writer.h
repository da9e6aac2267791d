// SPDX-License-Identifier: Apache-2.0
// Writes a workload in the native format: JSON, one task per line, defaults left out.
#pragma once

#include <ostream>

#include "gantry/workload/workload.h"

namespace gantry {

/// Reading the text again gives an equal workload.
void write_native(const Workload& workload, std::ostream& out);

}  // namespace gantry
