// SPDX-License-Identifier: Apache-2.0
// Task source of a task graph for one machine: in submission order, with all machine-dependent defaults resolved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment/instance_values.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/task.h"
#include "gantry/workload/workload.h"
#include "plan/replay.h"
#include "workload/task_defaults.h"

namespace gantry {

/// The instance of a graph that a source makes.
struct GraphInstance {
  enum class Which : std::uint8_t {
    typical,  ///< mean values, the likeliest outcome of each branch
    drawn,    ///< the first one of the seed
    all,      ///< typical values, all tasks of all branches
  };
  Which which = Which::typical;
  std::uint64_t seed = 0;
};

class GraphSource final : public TaskSource {
 public:
  /// Precondition: check_feasible() found nothing. The workload and the replay (nullptr: none) must outlive the source.
  /// `instance`: values of numbers and branches that vary.
  GraphSource(const Workload& workload, const Architecture& architecture, const Replay* replay = nullptr,
              GraphInstance instance = {});

  bool next(Task& task) override;
  [[nodiscard]] const std::vector<ObjectShape>* objects() const override {
    return objects_.empty() ? nullptr : &objects_;
  }
  [[nodiscard]] std::string object_name(std::uint32_t object) const override { return workload_.data[object].id; }
  [[nodiscard]] std::uint64_t total() const override { return order_.size(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return workload_.tasks[order_[number]].id; }
  /// Index in the workload of host task `number`.
  [[nodiscard]] std::uint32_t index_of(std::uint64_t number) const { return order_[number]; }
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const override;

 private:
  void resolve(std::uint32_t index, Task& task) const;
  void number_objects(const WorkloadTask& from, Task& task) const;
  void number_predecessors(std::uint32_t index, std::vector<std::uint64_t>& numbers) const;
  /// Returns host numbers of tasks, ascending, each once.
  template <class Tasks, class TaskOf>
  void number_all(const Tasks& tasks, TaskOf task_of, std::vector<std::uint64_t>& numbers) const;

  const Workload& workload_;
  const Replay* replay_;
  TaskDefaults defaults_;
  InstanceValues values_;
  std::vector<ObjectShape> objects_;
  std::vector<std::uint32_t> writers_;  ///< by object: index in the workload of the task that writes it, or kNone
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> number_;      ///< host number by task index
  std::vector<std::uint32_t> successors_;  ///< number of successors, by host number
  std::size_t at_ = 0;
  Cycle submit_ = 0;  ///< of the task before
};

}  // namespace gantry
