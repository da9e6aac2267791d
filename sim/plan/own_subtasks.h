// SPDX-License-Identifier: Apache-2.0
// Subtasks with operations of their own (source 002 claim 7): the key
// `subtasks` of a resource file.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/pipeline_input.h"

namespace gantry {

/// Replaces the operations by those of all subtasks, `operation@subtask`, in a
/// model of one subtask. Parameters tie the operations of all subtasks that use
/// them. `own`: numbers of the operations by subtask, ascending. Precondition:
/// an operation's predecessors are in its subtask.
void lay_out_own_subtasks(const std::vector<std::vector<std::uint32_t>>& own, PipelineInput& input);

}  // namespace gantry
