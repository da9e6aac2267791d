// SPDX-License-Identifier: Apache-2.0
// List scheduling in time (Graham 1969): whenever a processor is idle, lowest number first, it takes the first ready
// task of the list. No processor idles while it could run something.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// `places`: of every task in the list; ties go to the earlier task. A task is ready for a processor when its data is
/// there.
Schedule event_driven(const ListProblem& problem, const std::vector<std::uint32_t>& places);

}  // namespace gantry::plan
