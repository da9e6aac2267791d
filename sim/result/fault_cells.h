// SPDX-License-Identifier: Apache-2.0
// faults.csv and network_faults.csv: the columns of a fault that began in a run, as result/tables.h has those of other
// tables.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"
#include "gantry/network/network_fault.h"
#include "gantry/platform/fault_plan.h"
#include "result/output_names.h"
#include "text/columns.h"

namespace gantry {

/// A row of faults.csv: a fault of a processor, of memory or of a local store.
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
  std::uint64_t reads = 0;
  std::uint64_t parts = 0;
  std::uint64_t parts_lost = 0;
  // Groups of columns that only some runs write.
  static constexpr std::uint32_t kOfMemory = 1;  ///< memory may fail
  static constexpr std::uint32_t kOfStores = 2;  ///< stores may die
  static constexpr std::uint32_t kMoreGroups = 2;
  std::uint32_t more_columns = 0;
};
/// Before the name of a store in the column `processor`.
inline constexpr std::string_view kStorePrefix = "store ";

template <class Columns>
void describe(Columns& columns, FaultCells& row) {
  columns.text("processor", row.processor,
               "name of the processor, of the memory controller, such as `memory0`, or of the store, such as "
               "`store core0`");
  columns.choice("kind", row.kind, kFaultKindNames, "what happened to it");
  columns.cycle("begin", row.begin, "its first cycle");
  columns.cycle_if_any("end", row.end,
                       "first cycle after it; empty: it lasts to the end of the run, or waits for a read");
  columns.number(
      "jobs", row.jobs, "jobs",
      "whose computation it made longer or endless, or that failed in it; of a store: at its processors, that had to "
      "read parts again");
  columns.number("lost", row.lost, "jobs", "of these the endless ones");
  columns.number("failed", row.failed, "jobs", "of these the failed ones");
  columns.number("delay_cycles", row.delay_cycles, "cycles",
                 "by which it made computations longer, of jobs that a later fault made endless, too");
  if ((row.more_columns & FaultCells::kOfMemory) != 0)
    columns.number("reads", row.reads, "reads", "only with faults of memory: that it answered with an error");
  if ((row.more_columns & FaultCells::kOfStores) == 0) return;
  columns.number("parts", row.parts, "parts", "only with faults of stores: that the store had");
  columns.number("parts_lost", row.parts_lost, "parts",
                 "only with faults of stores: of these, to be read, and no other copy was left");
}

/// A row of network_faults.csv: a fault of a link or a router.
struct NetworkFaultCells {
  static constexpr const char* kFile = kNetworkFaultsTable;
  std::uint32_t router = 0;
  std::uint32_t other = kNone;
  NetworkFaultKind kind = NetworkFaultKind::die;
  Cycle begin = 0;
  Cycle end = kNever;
  std::uint64_t held = 0;
  std::uint64_t resent = 0;
  bool control = false;
  bool more_columns = false;  ///< those of runs with faults of the control network
};

template <class Columns>
void describe(Columns& columns, NetworkFaultCells& row) {
  columns.number("router", row.router, "", "number of the router, or of the lower one at the ends of a link");
  columns.number_if_any("other", row.other, "", "number of the router at the other end; empty: the router itself");
  columns.choice("kind", row.kind, kNetworkFaultKindNames,
                 "it died at once; it died, and packets left the network before; or it damaged a flit");
  columns.cycle("begin", row.begin, "its first cycle");
  columns.cycle_if_any("end", row.end,
                       "first cycle in which packets could enter on the new routes; of `corrupt` the one after that "
                       "of the damaged flit; empty: the run ended before");
  columns.number("held", row.held, "packets", "that waited at their terminals when the drain that it began ended");
  columns.number("resent", row.resent, "packets", "that it lost or damaged, and that were sent again");
  if (!row.more_columns) return;
  columns.choice("network", row.control, std::array<std::string_view, 2>{"interconnect", "control"},
                 "only with faults of the control network: the one that it was in");
}

}  // namespace gantry
