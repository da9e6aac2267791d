// SPDX-License-Identifier: Apache-2.0
// Times of the operators of a model from a table (docs/workloads.md, "Times of operators").
#pragma once

#include <cstdint>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/lowering.h"

namespace gantry {

/// Sets Operator::times from the table that the lowering names, a file beside the workload's. Reports operators without
/// a row, and everything that is wrong in the table. Notes rows that no operator takes. Returns whether there was no
/// problem.
bool take_operator_times(const Lowering& lowering, std::uint32_t clock_mhz, Workload& workload,
                         Diagnostics& diagnostics);

/// The same from the text of the table, whose name is `file`.
bool take_operator_times(const std::string& text, const std::string& file, const Lowering& lowering,
                         std::uint32_t clock_mhz, Workload& workload, Diagnostics& diagnostics);

}  // namespace gantry
