// SPDX-License-Identifier: Apache-2.0
// Stations of a task and of a job in the order of their lives, each with its block.
#pragma once

#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/records.h"

namespace gantry {

/// A stamp of a record, and a decision made with it.
template <class Record>
struct OwnedStation {
  /// The decision, such as a processor. Two runs may differ in it alone.
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
