// SPDX-License-Identifier: Apache-2.0
// The stations of a task and of a job in the order of their lives, each with the block in which it happens.
#pragma once

#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/records.h"

namespace gantry {

/// A cycle of a record, and what else was decided then.
template <class Record>
struct OwnedStation {
  /// What the block chooses beside the cycle: two runs that come to it at once may differ in that alone.
  enum class Choice : std::uint8_t { none, id, processor };

  Cycle Record::*cycle;
  const char* block;
  Choice choice = Choice::none;
};

template <class Record>
const std::vector<OwnedStation<Record>>& stations_of();
template <>
const std::vector<OwnedStation<TaskRecord>>& stations_of<TaskRecord>();
template <>
const std::vector<OwnedStation<JobRecord>>& stations_of<JobRecord>();

}  // namespace gantry
