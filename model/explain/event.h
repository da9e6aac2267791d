// SPDX-License-Identifier: Apache-2.0
// Events of a run: the stations of its tasks and jobs. They are the nodes of the graph of causes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "gantry/base/types.h"
#include "gantry/scheduler/stations.h"

namespace gantry {
inline namespace explain {

/// Stations of a task in their order, then those of a job.
enum class Station : std::uint8_t {
  begin,  ///< cycle 0
  submitted,
  acknowledged,
  announced,
  rung,
  asked,
  cached,
  shown,
  ready,
  slot_taken,
  granted,
  registered,
  split,
  requested,
  in_ring,
  entered,
  admitted,
  loaded,
  slot_freed,
  completed,
  interrupt_seen,
  interrupt_taken,
  job_matched,
  job_picked,
  job_issued,
  job_sent,
  job_arrived,
  job_placed,
  job_ready,
  job_go,
  job_started,
  job_finished,
  job_written,
  job_completed,
};

/// A station in the graph: its name in critical_path.csv, and the stamp of its cycle.
template <class Record>
struct GraphStation {
  std::string_view name;
  Cycle Record::*stamp = nullptr;  ///< nullptr: no stamp of a record
};

/// A station that a table shows. `name`: other than in the table, because another station has that name.
template <class Record>
constexpr GraphStation<Record> shown_station(Cycle Record::*stamp, std::string_view name = {}) {
  return {name.empty() ? station_line(stamp)->name : name, stamp};
}

/// Those of a task, in the order of Station from `submitted` on.
inline constexpr GraphStation<TaskRecord> kTaskStations[] = {
    shown_station(&TaskRecord::submitted),
    {"acknowledged", &TaskRecord::acknowledged},
    shown_station(&TaskRecord::announced),
    {"rung", &TaskRecord::rung},
    shown_station(&TaskRecord::asked),
    shown_station(&TaskRecord::cached),
    shown_station(&TaskRecord::shown),
    shown_station(&TaskRecord::ready),
    shown_station(&TaskRecord::slot_taken),
    {"granted"},
    shown_station(&TaskRecord::registered),
    shown_station(&TaskRecord::split),
    shown_station(&TaskRecord::requested),
    {"in_ring", &TaskRecord::in_ring},
    shown_station(&TaskRecord::entered),
    shown_station(&TaskRecord::admitted),
    {"loaded", &TaskRecord::loaded},
    shown_station(&TaskRecord::slot_freed),
    shown_station(&TaskRecord::completed),
    {"interrupt_seen"},
    {"interrupt_taken"},
};
/// Those of a job, in the order of Station from `job_matched` on.
inline constexpr GraphStation<JobRecord> kJobStations[] = {
    shown_station(&JobRecord::matched),
    shown_station(&JobRecord::picked),
    shown_station(&JobRecord::issued),
    shown_station(&JobRecord::sent),
    shown_station(&JobRecord::arrived),
    {"placed", &JobRecord::placed},
    shown_station(&JobRecord::ready, "input_ready"),
    {"go", &JobRecord::go},
    shown_station(&JobRecord::started),
    shown_station(&JobRecord::finished),
    shown_station(&JobRecord::written),
    shown_station(&JobRecord::completed, "job_completed"),
};
static_assert(std::size(kTaskStations) == static_cast<std::size_t>(Station::interrupt_taken));
static_assert(1 + std::size(kTaskStations) + std::size(kJobStations) ==
              1 + static_cast<std::size_t>(Station::job_completed));

[[nodiscard]] constexpr bool of_job(Station station) { return station >= Station::job_matched; }

/// The line of a station of a job, and of one of a task other than `begin`.
[[nodiscard]] constexpr const GraphStation<JobRecord>& job_station(Station station) {
  return kJobStations[static_cast<std::size_t>(station) - static_cast<std::size_t>(Station::job_matched)];
}
[[nodiscard]] constexpr const GraphStation<TaskRecord>& task_station(Station station) {
  return kTaskStations[static_cast<std::size_t>(station) - static_cast<std::size_t>(Station::submitted)];
}
/// Its name in critical_path.csv.
[[nodiscard]] constexpr std::string_view station_name(Station station) {
  if (station == Station::begin) return "begin";
  return of_job(station) ? job_station(station).name : task_station(station).name;
}

/// A station of one task or job. `index`: in the tasks or jobs of the RunHistory.
struct Event {
  Station station = Station::begin;
  std::uint32_t index = 0;
};

}  // namespace explain
}  // namespace gantry
