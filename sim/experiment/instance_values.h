// SPDX-License-Identifier: Apache-2.0
// What differs from one instance of a graph to the next: numbers of its tasks that vary, and the alternatives of its
// branches that are taken. The draws of an instance depend on the seed, its stream and its number alone, so every
// kernel, engine and machine sees the same ones.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/workload/task.h"
#include "gantry/workload/workload.h"

namespace gantry {

class InstanceValues {
 private:
  struct Drawn {
    std::uint64_t cycles = 0;
    std::uint64_t input_bytes = 0;
    std::uint64_t output_bytes = 0;
    Cycle submit = 0;
  };

 public:
  /// The workload must outlive it.
  explicit InstanceValues(const Workload& workload);

  /// Whether anything differs between instances.
  [[nodiscard]] bool any() const { return !varying_.empty() || !workload_.branches.empty(); }
  /// Draws an instance. `sizes`: of its request; empty: it has none.
  void draw(std::uint64_t seed, std::uint32_t stream, std::uint64_t instance, const RequestSizes& sizes);
  /// The instance that stands for all: mean values, and of each branch its likeliest outcome.
  void take_typical();
  /// As take_typical(), with all tasks of all branches.
  void take_all();
  /// Gives a task its values in the instance. A task of an alternative that is not taken becomes an event task,
  /// which keeps the order and has no jobs. `index`: of the task in the workload.
  void apply(std::uint32_t index, Task& task) const;
  /// Whether the submit cycle of a task varies.
  [[nodiscard]] bool varies_submit(std::uint32_t index) const;
  /// The submit cycle of a task in the instance, counted from the instance's arrival.
  [[nodiscard]] Cycle submit(std::uint32_t index) const {
    return is_typical_ || slot_.empty() || slot_[index] == kNone ? workload_.tasks[index].submit
                                                                 : drawn_[slot_[index]].submit;
  }

  /// The values of an instance, to be kept while others are drawn.
  class Saved {
    friend class InstanceValues;
    std::vector<Drawn> drawn_;
    std::vector<bool> left_out_;
  };
  void save(Saved& to) const;
  void restore(const Saved& from);

 private:
  const Workload& workload_;
  std::vector<std::uint32_t> varying_;  ///< indices of the tasks with numbers that vary
  std::vector<std::uint32_t> slot_;     ///< by task: its place in `drawn_`; kNone: it does not vary
  std::vector<Drawn> drawn_;
  std::vector<bool> left_out_;  ///< by task
  bool is_typical_ = true;
};

}  // namespace gantry
