// SPDX-License-Identifier: Apache-2.0
// The graph of a stream on one machine: the tasks of an instance, in order of submission, with all defaults resolved.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/graph_stream.h"
#include "experiment/instance_values.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/task.h"

namespace gantry {

class StreamGraph {
 public:
  /// An instance of the graph that is being submitted.
  struct Instance {
    std::uint64_t first = 0;   ///< host number of its first task
    std::uint64_t number = 0;  ///< in the stream, from 0
    Cycle arrival = 0;
    std::size_t at = 0;           ///< place of its next task
    Cycle due = 0;                ///< `submit` of that task
    bool waited = false;          ///< tasks of other instances may be between its own
    std::uint32_t begun = kNone;  ///< of RequestSource
    InstanceValues::Saved values;
  };

  /// `number`: that of the stream. Its objects are added to `objects`. Precondition: check_feasible() found nothing.
  /// The stream must outlive the graph.
  StreamGraph(const GraphStream& stream, std::uint32_t number, const Architecture& architecture,
              std::vector<ObjectShape>& objects);

  /// Number of tasks of an instance.
  [[nodiscard]] std::size_t size() const { return tasks_.size(); }
  /// Draws the numbers and branches of an instance that vary (InstanceValues::draw()).
  void draw(std::uint64_t seed, std::uint64_t instance, const RequestSizes& sizes) {
    if (values_.any()) values_.draw(seed, number_, instance, sizes);
  }
  /// Whether tasks of an instance may have different `submit` cycles.
  [[nodiscard]] bool spreads() const { return spreads_; }
  /// Whether the `submit` of the first task differs between instances.
  [[nodiscard]] bool first_varies() const { return values_.varies_submit(index_.front()); }
  /// Cycles from the arrival of the instance that was drawn last to the `submit` of task `place`, unless a task before
  /// it has a later one.
  [[nodiscard]] Cycle offset(std::size_t place) const { return values_.submit(index_[place]); }
  /// Fills `task` with the next task of an instance, with the values drawn last. Its vectors keep their capacity.
  void fill(const Instance& instance, Task& task) const;
  /// Goes on to the task behind the next one, which is submitted as `number`. Returns whether the instance has another
  /// task that is due in the same cycle.
  bool submitted(Instance& instance, std::uint64_t number);
  /// Keeps the drawn values with the instance while others are drawn, and takes them up again.
  void save(Instance& instance) const {
    if (values_.any()) values_.save(instance.values);
  }
  void restore(const Instance& instance) {
    if (values_.any()) values_.restore(instance.values);
  }
  /// Returns the stream's name, a slash and the object's id; nothing: it is an object of another stream.
  [[nodiscard]] std::optional<std::string> object_name(std::uint32_t object) const;
  /// Links of task `place`, whose host number is `number`. If the graph spreads, only of a task that is unfinished or
  /// completes in this cycle; of others none.
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t place) const;

 private:
  /// Host numbers of the tasks of an instance, by place.
  using Numbers = std::vector<std::uint64_t>;

  const GraphStream& from_;
  std::uint32_t number_;
  std::uint32_t first_object_;  ///< number of its first object; the others follow
  std::uint32_t window_;        ///< no task is unfinished that was submitted so many tasks ago
  InstanceValues values_;
  std::vector<std::uint32_t> index_;       ///< index in the workload of each task
  std::vector<Task> tasks_;                ///< `after` counts from the first task
  std::vector<std::uint32_t> successors_;  ///< number of successors of each task
  std::optional<Cycle> deadline_;          ///< cycles from the arrival
  bool spreads_ = false;
  std::map<std::uint64_t, Numbers> numbers_;  ///< if it spreads: of instances with unfinished tasks, by Instance::first
};

}  // namespace gantry
