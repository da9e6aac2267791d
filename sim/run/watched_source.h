// SPDX-License-Identifier: Apache-2.0
// Task source of a run that also notifies the run's history of each task that the host takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/explain/bounds.h"
#include "gantry/explain/overhead.h"
#include "gantry/explain/processor_sets.h"
#include "gantry/scheduler/records.h"
#include "gantry/workload/task.h"

namespace gantry {

class WatchedSource final : public TaskSource {
 public:
  /// `again`: the same tasks a second time. All arguments must outlive the source.
  WatchedSource(TaskSource& source, TaskSource& again, const Architecture& architecture)
      : source_(source), sets_(architecture), bounds_(architecture, sets_, source), overhead_(sets_, again) {}

  bool next(Task& task) override {
    if (!source_.next(task)) return false;
    bounds_.add(task, task.cls == TaskClass::event ? kNone : sets_.of(task));
    return true;
  }
  [[nodiscard]] std::uint64_t total() const override { return source_.total(); }
  [[nodiscard]] bool is_list() const override { return source_.is_list(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return source_.name(number); }
  [[nodiscard]] const std::vector<ObjectShape>* objects() const override { return source_.objects(); }
  [[nodiscard]] std::string object_name(std::uint32_t object) const override { return source_.object_name(object); }
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const override {
    return source_.links(number, stream, place);
  }

  /// Records that the history must observe.
  [[nodiscard]] RecordSink& records() { return overhead_; }

  /// Call if the run took and completed all tasks.
  [[nodiscard]] Bounds bounds() const { return bounds_.bounds(); }
  [[nodiscard]] Overhead overhead(Cycle cycles) { return overhead_.overhead(cycles); }

 private:
  TaskSource& source_;
  ProcessorSets sets_;
  BoundMeter bounds_;
  OverheadMeter overhead_;
};

}  // namespace gantry
