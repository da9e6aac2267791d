// SPDX-License-Identifier: Apache-2.0
// Overhead of a machine per task beside computing: descriptor, registration, job message, input, output, completion.
// All are cycles without contention. With them a plan predicts more exactly when its tasks would run on the machine.
// The caller computes these numbers; nothing here knows a machine.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/schedule.h"

namespace gantry::plan {

/// All times are in cycles. Tables by task have one entry for every task of the graph.
struct MachineCosts {
  // Host and task cache.
  Time between_submissions = 1;  ///< least cycles between two submissions
  Time submitted_to_cached = 0;  ///< until the task cache has the descriptor
  Time completed_to_end = 0;     ///< cycles from the completion of the last task until the host has taken its interrupt
  // Decomposer and monitor.
  Time cached_to_request = 0;      ///< from the task cache to the request for registration, at least
  Time completed_to_request = 0;   ///< from the completion of the last predecessor to that request
  Time request_to_registered = 0;  ///< from that request to the registration
  Time query = 0;                  ///< query of the predecessors before that request; tasks without any skip it
  Time registered_to_next = 0;     ///< from a registration until the next task of the same queue is visible
  std::uint32_t shown = 1;         ///< most visible tasks of a queue; they register in any order
  Time registered_to_request = 0;  ///< from the registration to the request for a processor
  std::uint32_t slots = 1;         ///< most tasks that have registered and whose last job is not sent
  // Dispatcher.
  Time request_to_sent = 0;     ///< from the request for a processor until the job is sent
  Time completed_to_place = 0;  ///< from a completion until its slot at the processor is free again

  struct Processor {
    Time job = 0;                ///< cycles of a job message, from being sent to being seen
    Time completion = 0;         ///< cycles of a completion message, from being sent to being seen
    std::uint32_t places = 1;    ///< slots: most jobs that are sent and not completed
    std::uint32_t distance = 0;  ///< row of `input` and `output`
  };
  std::vector<Processor> processors;
  std::vector<std::vector<Time>> input;   ///< [distance][task]: from the request for a job's data to their arrival
  std::vector<std::vector<Time>> output;  ///< [distance][task]: from writing a job's data to the acknowledgement
  std::vector<Time> submit;               ///< by task: earliest submission
  std::vector<std::uint32_t> queue;       ///< by task: queue of its descriptor
  std::vector<bool> is_event;             ///< by task: it completes when it registers

  /// Edges whose bytes go from one local store to another. Without any, edges move nothing.
  struct Moved {
    /// By pair of tasks: the edge's element of the rows of `cycles`.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges;
    std::vector<std::uint32_t> row;  ///< from x processors + to: row of `cycles`; kNone: in one store, or not in stores
    std::vector<std::vector<Time>> cycles;  ///< from the begin of the transfer until the last byte is there
  } moved;

  [[nodiscard]] Time input_of(std::uint32_t task, std::uint32_t processor) const {
    return input[processors[processor].distance][task];
  }
  /// Cycles from a task's end on its processor to its completion at the monitor.
  [[nodiscard]] Time end_to_completed(std::uint32_t task, std::uint32_t processor) const {
    const Processor& on = processors[processor];
    return is_event[task] ? 0 : add(output[on.distance][task], on.completion);
  }
  /// Cycles in which a job of `to` on `then_on` brings what `from` has written on `on`, if nothing else moves.
  [[nodiscard]] Time transfer(std::uint32_t from, std::uint32_t on, std::uint32_t to, std::uint32_t then_on) const;
  /// The mean of transfer() over all pairs of different processors, rounded down.
  [[nodiscard]] Time mean_transfer(std::uint32_t from, std::uint32_t to) const;
  /// Least cycles from the end of task `from` on processor `on` to the start of task `to` on processor `then_on`. `to`
  /// waits for `from`. For an event task `to`: to its registration.
  [[nodiscard]] Time between(std::uint32_t from, std::uint32_t on, std::uint32_t to, std::uint32_t then_on) const;
  /// The mean of between() over all processors, each with itself, rounded down. Precondition: there is a processor.
  [[nodiscard]] Time mean_between(std::uint32_t from, std::uint32_t to) const;

 private:
  [[nodiscard]] Time completed_to_sent() const;
};

/// Returns a copy of the graph in which the bytes of each edge are its mean_between() and mean_transfer(). Plan it with
/// cost_of_cycles() and cost_on_one().
Graph with_costs(const Graph& graph, const MachineCosts& costs);
/// Returns a cost of one cycle per byte; also between tasks on one processor, unless edges move bytes.
TransferCost cost_of_cycles(const MachineCosts& costs);
/// Returns the mean of mean_between() over all edges, for two tasks on one processor where edges move bytes; else 0.
Time cost_on_one(const Graph& graph, const MachineCosts& costs);

struct Prediction {
  Schedule slots;   ///< start and finish of the tasks; of an event task both are its registration
  Time cycles = 0;  ///< end of the run
};

/// Predicts the run of a machine that replays a schedule. Tasks are submitted in the order of their starts, and
/// register in order in their queue and on their processor. Messages meet no contention. Where the predicted starts are
/// in another order, the prediction is repeated with it a few times. Preconditions: the graph has a task; every task of
/// `schedule` is on a processor that can run it.
Prediction predict(const Graph& graph, const TaskTimes& times, const Schedule& schedule, const MachineCosts& costs);

}  // namespace gantry::plan
