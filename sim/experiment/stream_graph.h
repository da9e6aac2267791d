// SPDX-License-Identifier: Apache-2.0
// The graph of a stream on one machine: the tasks of an instance, in order of submission, with all defaults resolved.
#pragma once

#include <cstdint>
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
  /// An instance of the graph.
  struct Instance {
    std::uint64_t first = 0;   ///< host number of its first task
    std::uint64_t number = 0;  ///< in the stream, from 0
    Cycle arrival = 0;
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
  /// Fills `task` with task `place` of an instance, with the values drawn last. Its vectors keep their capacity.
  void fill(std::size_t place, const Instance& instance, Task& task) const;
  /// Returns the stream's name, a slash and the object's id; nothing: it is an object of another stream.
  [[nodiscard]] std::optional<std::string> object_name(std::uint32_t object) const;
  /// Links of task `place`, whose host number is `number`.
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t place) const;

 private:
  const GraphStream& from_;
  std::uint32_t number_;
  std::uint32_t first_object_;  ///< number of its first object; the others follow
  InstanceValues values_;
  std::vector<std::uint32_t> index_;       ///< index in the workload of each task
  std::vector<Task> tasks_;                ///< `after` counts from the first task
  std::vector<std::uint32_t> successors_;  ///< number of successors of each task
  std::optional<Cycle> deadline_;          ///< cycles from the arrival
};

}  // namespace gantry
