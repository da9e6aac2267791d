// SPDX-License-Identifier: Apache-2.0
// Lower bounds of a run's cycles. Each bound has one cause: the workload's demand of a resource divided by its
// capacity, or the longest chain that nothing can shorten. docs/explaining.md, "Bounds", derives them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {
inline namespace explain {

/// In the order of the table below.
enum class Bound : std::uint8_t {
  longest_path,
  arrivals,
  round_trips,
  work,
  processor_places,
  processor_bursts,
  processor_links,
  memory,
  memory_requests,
  memory_links,
  scheduler_links,
  host_links,
  send,
  load,
  pick,
  match,
  monitor,
  task_ids,
  slots,
  cache_room,
  fetch,
  submission,
  interrupts,
};

/// A bound. `name`: its key in `bounds` of a summary. `meaning`: the demand that it measures, as a phrase. `keys`: the
/// keys of the architecture that change it, as Markdown text; "none: ..." if there are none.
struct BoundRow {
  std::string_view name;
  std::string_view meaning;
  std::string_view keys;
};
inline constexpr std::array<BoundRow, 23> kBounds = {{
    {"longest_path", "computation along the longest path of the graph", "`processors`: `speed`, `count`"},
    {"arrivals", "computation along a path of the graph, no task before its submit cycle", "none: the workload's"},
    {"round_trips", "hand-overs along the path that has the most of them, without computation",
     "`interconnect`, `memory.latency_cycles`, `decomposer.split_cycles` and the other latencies"},
    {"work", "computation of all jobs on the processors that may run them", "`processors`: `count`, `speed`"},
    {"processor_places", "processor slots, each taken from the pick to the completion of its job",
     "`processors`: `queue_depth`"},
    {"processor_bursts", "bursts that the processors may have under way", "`memory.outstanding_bursts`"},
    {"processor_links", "flits to and from the processors", "`interconnect.flit_bytes`"},
    {"memory", "bytes that the busiest controller moves", "`memory`: `bytes_per_cycle`, `controllers`"},
    {"memory_requests", "requests that the busiest controller serves at a time",
     "`memory`: `outstanding`, `latency_cycles`, `controllers`"},
    {"memory_links", "flits to or from the busiest controller", "`interconnect.flit_bytes`, `memory.controllers`"},
    {"scheduler_links", "flits to or from the scheduler, job messages apart", "`interconnect.flit_bytes`"},
    {"host_links", "flits to or from the host", "`interconnect.flit_bytes`"},
    {"send", "flits of the job messages", "`dispatcher.send_ports`, `interconnect.flit_bytes`"},
    {"load", "what the loader does for all tasks, one after another", "`dispatcher.loader`"},
    {"pick", "rounds of the picker", "`dispatcher`: `decisions_per_round`, `picker.pick_interval_cycles`"},
    {"match", "jobs to be matched", "`dispatcher.match_jobs_per_cycle`"},
    {"monitor", "queries and registrations, and predecessors that are looked at", "`monitor.predecessors_per_cycle`"},
    {"task_ids", "task ids, each taken from the registration to the completion of its task", "`monitor.task_ids`"},
    {"slots", "decomposer slots, each taken from the registration until all jobs are sent", "`decomposer.slots`"},
    {"cache_room", "task cache slots, each taken from the fetch until all jobs are sent", "`task_cache.capacity`"},
    {"fetch", "descriptors to be read", "`task_cache.reads_in_flight`, `task_cache.queues_per_class`, `memory`"},
    {"submission", "descriptors to be written", "`host`: `submit_cycles`, `outstanding_writes`; `memory`"},
    {"interrupts", "interrupts to be taken", "`host.interrupt_cycles`"},
}};
inline constexpr std::size_t kBoundCount = kBounds.size();

constexpr std::string_view name(Bound bound) { return kBounds[static_cast<std::size_t>(bound)].name; }

struct Bounds {
  std::array<Cycle, kBoundCount> cycles{};
  /// Arrivals if every job had a processor of its own: at most Bound::arrivals.
  Cycle chain = 0;
  Cycle last_arrival = 0;  ///< no run of the workload is shorter, whatever the machine

  [[nodiscard]] Cycle operator[](Bound bound) const { return cycles[static_cast<std::size_t>(bound)]; }
  /// Returns the largest bound; the first one in the table wins a tie.
  [[nodiscard]] Bound binding() const {
    return static_cast<Bound>(std::max_element(cycles.begin(), cycles.end()) - cycles.begin());
  }
};

}  // namespace explain
}  // namespace gantry
