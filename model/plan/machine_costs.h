// SPDX-License-Identifier: Apache-2.0
// Overhead of a machine per task beside computing: descriptor, registration, job message, input, output, completion.
// All are cycles without contention. With them a plan predicts more exactly when its tasks would run on the machine.
// The caller computes these numbers; nothing here knows a machine.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/schedule.h"

namespace gantry::plan {

struct MachineCosts {
  // Host and task cache.
  Time between_submissions = 1;
  Time submitted_to_cached = 0;
  Time completed_to_end = 0;  ///< cycles from the completion of the last task until the host has taken its interrupt
  // Decomposer and monitor.
  Time cached_to_request = 0;     ///< a task without predecessors requests its registration
  Time completed_to_request = 0;  ///< a task requests its registration after its last predecessor
  Time request_to_registered = 0;
  Time query = 0;                  ///< query of its predecessors, until the decomposer sees the task
  Time registered_to_next = 0;     ///< until the next task of its queue is visible
  std::uint32_t shown = 1;         ///< visible tasks of a queue, which register in any order
  Time registered_to_request = 0;  ///< until it requests processors
  std::uint32_t slots = 1;         ///< tasks between registration and the last job sent
  // Dispatcher.
  Time request_to_sent = 0;
  Time completed_to_place = 0;  ///< until a processor slot is free again

  struct Processor {
    Time job = 0;         ///< cycles of a job message, from being sent to being seen
    Time completion = 0;  ///< cycles of a completion message, from being sent to being seen
    std::uint32_t places = 1;
    std::uint32_t distance = 0;  ///< row of `input` and `output`
  };
  std::vector<Processor> processors;
  /// [distance][task]: cycles from requesting the data of a job to having them, and from writing them to the
  /// acknowledgement.
  std::vector<std::vector<Time>> input;
  std::vector<std::vector<Time>> output;
  std::vector<Time> submit;          ///< by task: earliest submission
  std::vector<std::uint32_t> queue;  ///< by task: queue of its descriptor
  std::vector<bool> is_event;        ///< by task: it completes when it registers

  [[nodiscard]] Time input_of(std::uint32_t task, std::uint32_t processor) const {
    return input[processors[processor].distance][task];
  }
  /// Cycles from a task's end on its processor to its completion at the monitor.
  [[nodiscard]] Time end_to_completed(std::uint32_t task, std::uint32_t processor) const {
    const Processor& on = processors[processor];
    return is_event[task] ? 0 : add(output[on.distance][task], on.completion);
  }
  /// Least cycles from a task's end to the start of a task that waits for it.
  [[nodiscard]] Time between(std::uint32_t from, std::uint32_t on, std::uint32_t to, std::uint32_t then_on) const;
  /// The mean of between() over all pairs of processors.
  [[nodiscard]] Time mean_between(std::uint32_t from, std::uint32_t to) const;

 private:
  [[nodiscard]] Time completed_to_sent() const;
};

/// Returns the graph with mean_between() as the bytes of each edge, for planning with one cycle per byte everywhere.
Graph with_costs(const Graph& graph, const MachineCosts& costs);
/// Returns the cost of such an edge, which also holds on one processor.
TransferCost cost_of_cycles();

struct Prediction {
  Schedule slots;   ///< start and finish of the tasks
  Time cycles = 0;  ///< end of the run
};

/// Predicts the run of a machine that replays a schedule. Tasks are submitted in the order of their starts, and
/// register in order in their queue and on their processor. Messages meet no contention.
Prediction predict(const Graph& graph, const TaskTimes& times, const Schedule& schedule, const MachineCosts& costs);

}  // namespace gantry::plan
