// SPDX-License-Identifier: Apache-2.0
// faults.csv: the columns of a fault that began in a run, as result/tables.h has those of other tables.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"
#include "gantry/platform/fault_plan.h"
#include "result/output_names.h"
#include "text/columns.h"

namespace gantry {

/// A row of faults.csv: a fault of a processor.
struct FaultCells {
  static constexpr const char* kFile = kFaultsTable;
  std::string_view processor;
  FaultKind kind = FaultKind::die;
  Cycle begin = 0;
  Cycle end = kNever;
  std::uint64_t jobs = 0;
  std::uint64_t lost = 0;
  std::uint64_t failed = 0;
  Cycle delay_cycles = 0;
};

template <class Columns>
void describe(Columns& columns, FaultCells& row) {
  columns.text("processor", row.processor, "name of the processor");
  columns.choice("kind", row.kind, kFaultKindNames, "what happened to it");
  columns.cycle("begin", row.begin, "its first cycle");
  columns.cycle_if_any("end", row.end, "first cycle after it; empty: it lasts to the end of the run");
  columns.number("jobs", row.jobs, "jobs", "whose computation it made longer or endless, or that failed in it");
  columns.number("lost", row.lost, "jobs", "of these the endless ones");
  columns.number("failed", row.failed, "jobs", "of these the failed ones");
  columns.number("delay_cycles", row.delay_cycles, "cycles",
                 "by which it made computations longer, of jobs that a later fault made endless, too");
}

}  // namespace gantry
