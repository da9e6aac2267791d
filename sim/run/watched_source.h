// SPDX-License-Identifier: Apache-2.0
// The tasks of a run on their way to the host: what explains the run hears of each as the host takes it.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/explain/bounds.h"
#include "gantry/explain/overhead.h"
#include "gantry/explain/processor_sets.h"
#include "gantry/scheduler/records.h"
#include "gantry/workload/task.h"

namespace gantry {

class WatchedSource final : public TaskSource {
 public:
  /// Both outlive it.
  WatchedSource(TaskSource& source, const Architecture& architecture)
      : source_(source),
        sets_(architecture),
        bounds_(architecture, sets_, source.is_list()),
        overhead_(sets_, source.is_list()) {}

  bool next(Task& task) override {
    if (!source_.next(task)) return false;
    const std::uint32_t set = task.cls == TaskClass::event ? kNone : sets_.of(task);
    bounds_.add(task, set);
    overhead_.add(task, set);
    return true;
  }
  [[nodiscard]] std::uint64_t total() const override { return source_.total(); }
  [[nodiscard]] bool is_list() const override { return source_.is_list(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return source_.name(number); }

  /// Has to hear of the run.
  [[nodiscard]] RecordSink& records() { return overhead_; }

  /// Of a run that took all tasks, and completed them.
  [[nodiscard]] Bounds bounds() const { return bounds_.bounds(); }
  [[nodiscard]] Overhead overhead(Cycle cycles) { return overhead_.overhead(cycles); }

 private:
  TaskSource& source_;
  ProcessorSets sets_;
  BoundMeter bounds_;
  OverheadMeter overhead_;
};

}  // namespace gantry
