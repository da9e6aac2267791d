// SPDX-License-Identifier: Apache-2.0
// Task source of a run that also notifies the run's history of each task that the host takes.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gantry/explain/bounds.h"
#include "gantry/explain/overhead.h"
#include "gantry/explain/processor_sets.h"
#include "gantry/scheduler/records.h"
#include "gantry/workload/task.h"

namespace gantry {

/// The tasks that the host has taken from a closed loop, to be read once more.
class TaskLog final : public TaskSource {
 public:
  void add(const Task& task) { tasks_.push_back(task); }
  /// False: the host has not taken the next one yet.
  bool next(Task& task) override {
    if (tasks_.empty()) return false;
    task = std::move(tasks_.front());
    tasks_.pop_front();
    return true;
  }
  [[nodiscard]] bool is_closed_loop() const override { return true; }
  [[nodiscard]] bool is_list() const override { return false; }
  [[nodiscard]] std::uint64_t total() const override { return 0; }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }

 private:
  std::deque<Task> tasks_;
};

class WatchedSource final : public TaskSource {
 public:
  /// `again`: the same tasks a second time; nullptr: `source` is a closed loop, and `waits` says of each stream whether
  /// its arrivals depend on completions. The other arguments must outlive the source.
  WatchedSource(TaskSource& source, std::unique_ptr<TaskSource> again, const Architecture& architecture,
                std::vector<bool> waits)
      : source_(source),
        again_(std::move(again)),
        waits_(std::move(waits)),
        sets_(architecture),
        bounds_(architecture, sets_, source),
        overhead_(sets_, again_ != nullptr ? *again_ : log_) {}

  bool next(Task& task) override {
    if (again_ == nullptr) take_held();
    if (!source_.next(task)) return false;
    hold(task);
    return true;
  }
  [[nodiscard]] bool is_closed_loop() const override { return again_ == nullptr; }
  bool completed(std::uint64_t number, Cycle now, Task& task) override {
    if (!source_.completed(number, now, task)) return false;
    hold(task);
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
  void add(const Task& task) {
    sets_.parts_of(task, parts_);
    bounds_.add(task, parts_);
  }
  /// A task of a closed loop may be replaced until the host has submitted it.
  void hold(const Task& task) {
    if (again_ != nullptr) return add(task);
    held_ = task;
    holds_ = true;
  }
  void take_held() {
    if (!holds_) return;
    holds_ = false;
    log_.add(held_);
    // The arrival of its instance in this run is no bound: in a faster one it arrives earlier.
    if (waits_[held_.stream]) held_.submit = held_.offset;
    add(held_);
  }

  TaskSource& source_;
  std::unique_ptr<TaskSource> again_;
  std::vector<bool> waits_;
  TaskLog log_;
  Task held_;  ///< yielded and not known to be submitted
  bool holds_ = false;
  ProcessorSets sets_;
  std::vector<TaskPart> parts_;  ///< scratch
  BoundMeter bounds_;
  OverheadMeter overhead_;
};

}  // namespace gantry
