// SPDX-License-Identifier: Apache-2.0
// List scheduling in time (Graham 1969). An idle processor, lowest number first, takes the first ready task of the
// list. No processor idles while it could run a task.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

/// `places`: position of every task in the list; the earlier task wins a tie. A task is ready for a processor when its
/// data have arrived there.
Schedule event_driven(const ListProblem& problem, const std::vector<std::uint32_t>& places);

}  // namespace gantry::plan
