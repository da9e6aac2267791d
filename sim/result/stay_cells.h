// SPDX-License-Identifier: Apache-2.0
// residency.csv: the columns of a stay of a part in a local store, as result/tables.h has those of other tables.
#pragma once

#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"
#include "gantry/scheduler/records.h"
#include "result/output_names.h"
#include "text/columns.h"

namespace gantry {

/// A row of residency.csv: a stay of a part in a local store.
struct StayCells {
  static constexpr const char* kFile = kResidencyTable;
  std::string_view object;
  std::uint64_t instance = kNever;
  std::uint32_t part = 0;
  std::uint64_t bytes = 0;
  std::string_view store;
  Cycle reserved = 0;
  Cycle from = kNever;
  Cycle until = 0;
  std::string_view came;  ///< kCameWritten, kCameFromMemory, or the name of a store; empty: it has not
  std::uint64_t uses = 0;
  PartEnd end = PartEnd::run;
};
inline constexpr std::string_view kCameWritten = "written";
inline constexpr std::string_view kCameFromMemory = "memory";

template <class Columns>
void describe(Columns& columns, StayCells& row) {
  columns.text("object", row.object, "name of the data object; of a stream of graphs `STREAM/ID`");
  columns.number_if_any("instance", row.instance, "",
                        "of a written object: which instance of its stream wrote it, from 0; empty: no task writes it");
  columns.number("part", row.part, "", "number of the part, from 0");
  columns.number("bytes", row.bytes, "bytes", "of the part");
  columns.text("store", row.store, "name of the store: its processor's, or `cluster` and the cluster's number");
  columns.cycle("reserved", row.reserved, "capacity is reserved for it");
  columns.cycle_if_any("from", row.from, "its bytes are there; empty: not before the run ended");
  columns.cycle("until", row.until, "its capacity is free; if the run ended, the run's `cycles`");
  columns.text("came", row.came,
               "`written` by a job there, from global `memory`, or from the store of this name; empty as `from`");
  columns.number("uses", row.uses, "jobs", "completed ones that have read it there");
  columns.choice("end", row.end, kPartEndNames,
                 "how it left: it was elsewhere or written back before, was written back to leave, no job was to read "
                 "it, was lost since the store died or a job failed, or it was there when the run ended");
}

}  // namespace gantry
