// SPDX-License-Identifier: Apache-2.0
// Sorts records within a cycle. Records arrive in order of completion cycle, and unordered within one. Holding back the
// records of one cycle gives a total order with bounded memory, so that files do not depend on the order in which
// blocks are evaluated.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "gantry/scheduler/records.h"

namespace gantry {

inline bool earlier_within_cycle(const TaskRecord& a, const TaskRecord& b) { return a.number < b.number; }
inline bool earlier_within_cycle(const JobRecord& a, const JobRecord& b) {
  return std::tie(a.task, a.job) < std::tie(b.task, b.job);
}

template <class Record>
class CycleOrder {
 public:
  /// Passes the records of the previous cycle on if `record` begins a new one. Records that never completed arrive in
  /// order, and are passed on at once.
  template <class Emit>
  void add(const Record& record, Emit&& emit) {
    if (!held_.empty() && held_.front().completed != record.completed) drain(emit);
    if (record.completed == kNever) {
      emit(record);
    } else {
      held_.push_back(record);
    }
  }

  template <class Emit>
  void drain(Emit&& emit) {
    std::sort(held_.begin(), held_.end(), [](const Record& a, const Record& b) { return earlier_within_cycle(a, b); });
    for (const Record& record : held_) emit(record);
    held_.clear();
  }

 private:
  std::vector<Record> held_;
};

}  // namespace gantry
