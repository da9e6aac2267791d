// SPDX-License-Identifier: Apache-2.0
// What a machine takes for a task beside computing: the way of its descriptor, its registration, its job, its input and
// output and its completion. With these numbers, all of them cycles with nothing in the way, a plan says more nearly
// when its tasks would run there; how a machine comes to them is not known here.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

struct MachineCosts {
  // The host and the task cache.
  Time between_submissions = 1;
  Time submitted_to_cached = 0;
  Time completed_to_end = 0;  ///< of the last task: the host has taken its interrupt
  // The decomposer and the monitor.
  Time cached_to_request = 0;     ///< a task without predecessors asks to be registered
  Time completed_to_request = 0;  ///< so does one whose last predecessor has completed
  Time request_to_registered = 0;
  Time query = 0;                  ///< that its predecessors are done, by the time it is shown
  Time registered_to_next = 0;     ///< the next of its queue is shown
  std::uint32_t shown = 1;         ///< tasks of a queue that register in any order
  Time registered_to_request = 0;  ///< it asks for processors
  std::uint32_t slots = 1;         ///< tasks between registration and the last job sent
  // The dispatcher.
  Time request_to_sent = 0;
  Time completed_to_place = 0;  ///< a processor's place is free again

  struct Processor {
    Time job = 0;         ///< a job sent to seen
    Time completion = 0;  ///< sent to seen
    std::uint32_t places = 1;
    std::uint32_t distance = 0;  ///< row of `input` and `output`
  };
  std::vector<Processor> processors;
  /// By distance, then task: data of one job asked for to there, and begun to be written to acknowledged.
  std::vector<std::vector<Time>> input;
  std::vector<std::vector<Time>> output;
  std::vector<Time> submit;          ///< of every task: it is submitted then, or later
  std::vector<std::uint32_t> queue;  ///< of every task, in which its descriptor waits
  std::vector<bool> is_event;        ///< tasks that end as they register

  [[nodiscard]] Time input_of(std::uint32_t task, std::uint32_t processor) const {
    return input[processors[processor].distance][task];
  }
  /// From a task's end on its processor to its completion at the monitor.
  [[nodiscard]] Time end_to_completed(std::uint32_t task, std::uint32_t processor) const {
    const Processor& on = processors[processor];
    return is_event[task] ? 0 : add(output[on.distance][task], on.completion);
  }
  /// From a task's end to the earliest start of one that waits for it.
  [[nodiscard]] Time between(std::uint32_t from, std::uint32_t on, std::uint32_t to, std::uint32_t then_on) const;
  /// The same, over all processors the mean.
  [[nodiscard]] Time mean_between(std::uint32_t from, std::uint32_t to) const;

 private:
  [[nodiscard]] Time completed_to_sent() const;
};

/// The graph with that mean as the bytes of every edge: planned with a cycle per byte on every processor alike.
Graph with_costs(const Graph& graph, const MachineCosts& costs);
/// The cost of such an edge, which one processor does not spare.
TransferCost cost_of_cycles();

struct Prediction {
  Schedule slots;   ///< when tasks compute
  Time cycles = 0;  ///< the run is over
};

/// When the machine runs a schedule that it replays: tasks are submitted in the order of their starts; one behind the
/// other in their queue and on their processor they register, and so on. Nothing is in the way of any message.
Prediction predict(const Graph& graph, const TaskTimes& times, const Schedule& schedule, const MachineCosts& costs);

}  // namespace gantry::plan
