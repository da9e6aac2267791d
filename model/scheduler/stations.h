// SPDX-License-Identifier: Apache-2.0
// Stations of a task and of a job: a line per stamp of their records that tasks.csv or jobs.csv shows. The line gives
// the column with its writer, its reader and its row of docs/outputs.md, the orders that `gantry check` checks, the
// stations of `gantry compare`, and the name in critical_path.csv. Lines stand in the order of the columns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "gantry/scheduler/records.h"

namespace gantry {
inline namespace scheduler {

/// An order: the station is not before `earlier`. It holds where the task or job has been at both.
template <class Record>
struct NotBefore {
  Cycle Record::*earlier = nullptr;
  bool strict = false;  ///< in a later cycle, not in the same
  bool at_end = false;  ///< of completed tasks alone; stamps of an unfinished task may be of two attempts to match it
  bool not_early = false;  ///< not of tasks that are registered early (registered_early())
};
/// What distinguishes a station. By default all completed tasks, or jobs, of the model have been there.
enum class StationTrait : std::uint8_t {
  stage,      ///< it bounds a stage of `waits` in summary.json; a calendar (`timing: ideal`) has these alone
  with_jobs,  ///< event tasks have not been there
  optional,   ///< some have not been there
  of_data     ///< the same, and its column is in tables of runs whose tasks have data alone: the last ones
};

template <class Record>
struct StationLine {
  std::string_view name;  ///< of the column
  Cycle Record::*cycle = nullptr;
  std::string_view block;  ///< writes the stamp
  std::string_view meaning;
  bool stage = false;
  bool with_jobs = false;
  bool optional = false;
  bool of_data = false;
  std::size_t orders = 0;
  std::array<NotBefore<Record>, 4> not_before{};  ///< the first `orders` count

  constexpr void add(NotBefore<Record> order) { not_before[orders++] = order; }
  constexpr void add(StationTrait trait) {
    stage = stage || trait == StationTrait::stage;
    with_jobs = with_jobs || trait == StationTrait::with_jobs;
    of_data = of_data || trait == StationTrait::of_data;
    optional = optional || of_data || trait == StationTrait::optional;
  }
};

namespace station_lines {

/// Not before `earlier`.
template <class Record>
constexpr NotBefore<Record> from(Cycle Record::*earlier) {
  return {earlier};
}
/// Later than `earlier`.
template <class Record>
constexpr NotBefore<Record> after(Cycle Record::*earlier) {
  return {earlier, true};
}
/// Not before `earlier`, in a completed task.
template <class Record>
constexpr NotBefore<Record> from_at_end(Cycle Record::*earlier) {
  return {earlier, false, true};
}

/// The order does not hold for tasks that are registered early.
template <class Record>
constexpr NotBefore<Record> unless_early(NotBefore<Record> order) {
  order.not_early = true;
  return order;
}

/// A line. `more`: traits, and up to four orders.
template <class Record, class... More>
constexpr StationLine<Record> station(std::string_view name, Cycle Record::*cycle, std::string_view block,
                                      std::string_view meaning, More... more) {
  StationLine<Record> line{name, cycle, block, meaning};
  (line.add(more), ...);
  return line;
}

using T = TaskRecord;
using J = JobRecord;
inline constexpr StationTrait kStage = StationTrait::stage;
inline constexpr StationTrait kWithJobs = StationTrait::with_jobs;
inline constexpr StationTrait kOptional = StationTrait::optional;
inline constexpr StationTrait kOfData = StationTrait::of_data;

inline constexpr StationLine<TaskRecord> kOfTasks[] = {
    station("submitted", &T::submitted, "host", "the host begins to write the descriptor", kStage),
    station("cached", &T::cached, "task_cache", "its descriptor is in the task cache", kStage, from(&T::submitted),
            from(&T::asked)),
    station("registered", &T::registered, "decomposer", "the decomposer has the task's id", kStage,
            unless_early(after(&T::ready)), after(&T::slot_taken)),
    station("split", &T::split, "decomposer", "its split information is ready", kStage, kWithJobs,
            from(&T::registered)),
    station("admitted", &T::admitted, "dispatcher",
            "its entry joins the pending set (the last time, after matching failures)", kStage, kWithJobs,
            from(&T::split), from_at_end(&T::entered), from_at_end(&T::ready)),
    station("first_issue", &T::first_issue, "dispatcher", "first flit of its first job sent", kStage, kWithJobs,
            from(&T::split), after(&T::ready)),
    station("last_issue", &T::last_issue, "dispatcher", "first flit of its last job sent", kStage, kWithJobs,
            from(&T::first_issue), from_at_end(&T::admitted)),
    station("completed", &T::completed, "monitor", "the state monitor has recorded it as done", kStage,
            from(&T::registered), after(&T::last_issue), from(&T::ready)),
    station("shown", &T::shown, "decomposer", "the decomposer sees it at the head of its queue", kStage,
            after(&T::cached)),
    station("ready", &T::ready, "decomposer",
            "the decomposer knows that all predecessors have completed; of a task that has its id by then, registered "
            "early, "
            "the dispatcher",
            kStage, from(&T::shown)),
    station("announced", &T::announced, "host",
            "the host sends the doorbell that tells of it, or pushes its descriptor", from(&T::submitted)),
    station("asked", &T::asked, "task_cache", "the task cache begins to read its descriptor; of a pushed one `cached`",
            after(&T::announced)),
    station("slot_taken", &T::slot_taken, "decomposer",
            "the decomposer has a slot for it (an event task needs none) and asks for an id",
            unless_early(from(&T::ready)), from(&T::shown)),
    station("requested", &T::requested, "dispatcher", "the dispatcher sees its scheduling request (the last one)",
            kWithJobs, after(&T::split)),
    station("entered", &T::entered, "dispatcher", "it has an entry of the picker (the last time)", kWithJobs,
            from(&T::requested)),
    station("slot_freed", &T::slot_freed, "decomposer", "the decomposer hears that its last job is sent", kWithJobs,
            after(&T::last_issue)),
};

inline constexpr StationLine<JobRecord> kOfJobs[] = {
    station("picked", &J::picked, "dispatcher", "the picker's decision", from(&J::matched)),
    station("issued", &J::issued, "dispatcher", "first flit sent", from(&J::picked)),
    station("arrived", &J::arrived, "processors", "last flit at the processor", after(&J::issued), after(&J::sent)),
    station("started", &J::started, "processors",
            "input data are there, compute begins; a processor computes one job at a time", from(&J::arrived),
            from(&J::ready)),
    station("finished", &J::finished, "processors", "compute ends", from(&J::started)),
    station("completed", &J::completed, "monitor", "completion message at the state monitor", from(&J::finished),
            from(&J::written)),
    station("matched", &J::matched, "dispatcher", "its match was decided; empty if matched against `capable`",
            kOptional),
    station("sent", &J::sent, "dispatcher", "last flit sent", from(&J::issued)),
    station("ready", &J::ready, "processors", "the last of its input is there; without input `arrived`",
            from(&J::arrived), from(&J::placed)),
    station("written", &J::written, "processors", "the last of its output is acknowledged; without output `finished`",
            from(&J::finished)),
    station("placed", &J::placed, "processors",
            "its [store](stores.md#local-stores) has capacity for the data that it reads and writes; without a store "
            "`arrived`, without data empty. No column if no task of the run has data",
            kOfData, from(&J::arrived)),
};
}  // namespace station_lines

template <class Record>
constexpr const auto& stations_of() {
  if constexpr (std::is_same_v<Record, TaskRecord>) {
    return station_lines::kOfTasks;
  } else {
    return station_lines::kOfJobs;
  }
}

/// The line of a stamp; nullptr: no table shows the stamp.
template <class Record>
constexpr const StationLine<Record>* station_line(Cycle Record::*cycle) {
  for (const StationLine<Record>& line : stations_of<Record>()) {
    if (line.cycle == cycle) return &line;
  }
  return nullptr;
}

}  // namespace scheduler
}  // namespace gantry
