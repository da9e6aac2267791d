// SPDX-License-Identifier: Apache-2.0
// Events of a run: the stations of its tasks and jobs. They are the nodes of the graph of causes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"

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
  entered,
  admitted,
  slot_freed,
  completed,
  interrupt_seen,
  interrupt_taken,
  job_matched,
  job_picked,
  job_issued,
  job_sent,
  job_arrived,
  job_ready,
  job_started,
  job_finished,
  job_written,
  job_completed,
};

inline constexpr std::size_t kStations = 30;
inline constexpr std::size_t kTaskStations = 19;  ///< submitted to interrupt_taken
inline constexpr std::size_t kJobStations = 10;
inline constexpr std::array<std::string_view, kStations> kStationNames = {
    "begin",      "submitted",   "acknowledged",   "announced",       "rung",    "asked",        "cached",  "shown",
    "ready",      "slot_taken",  "granted",        "registered",      "split",   "requested",    "entered", "admitted",
    "slot_freed", "completed",   "interrupt_seen", "interrupt_taken", "matched", "picked",       "issued",  "sent",
    "arrived",    "input_ready", "started",        "finished",        "written", "job_completed"};

[[nodiscard]] constexpr bool of_job(Station station) { return station >= Station::job_matched; }

/// A station of one task or job. `index`: in the tasks or jobs of the RunHistory.
struct Event {
  Station station = Station::begin;
  std::uint32_t index = 0;
};

}  // namespace explain
}  // namespace gantry
