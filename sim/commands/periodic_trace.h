// SPDX-License-Identifier: Apache-2.0
// Text of a periodic plan's schemes, for `gantry plan periodic --trace`: the initial scheme, the key nodes of the
// adjustment and the adjusted scheme of source 001 (claims 1, 2 and 6).
#pragma once

#include <string>

#include "gantry/plan/periodic/periodic.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Returns the text of both schemes; without `adjusted` of the initial one alone.
std::string periodic_trace(const Workload& workload, const plan::PeriodicProblem& problem,
                           const plan::SourceSchemes& schemes, bool adjusted);

}  // namespace gantry
