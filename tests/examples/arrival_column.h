// SPDX-License-Identifier: Apache-2.0
// tasks.csv with one more column: from when on the host could have submitted the task.
#pragma once

#include "result/tables.h"

namespace gantry {

struct ArrivalCells : TaskCells {};

template <class Columns>
void describe(Columns& columns, ArrivalCells& row) {
  describe(columns, static_cast<TaskCells&>(row));
  columns.cycle("arrival", row.stations.arrival, "the host could submit it from here on");
}

}  // namespace gantry
