// SPDX-License-Identifier: Apache-2.0
// What a run, or its last part, waited for: RanMachine::causes.
#pragma once

#include "gantry/explain/critical_path.h"

namespace gantry {

struct RunCauses {
  CauseGraph graph;
  CriticalPath path;
};

}  // namespace gantry
