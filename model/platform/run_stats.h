// SPDX-License-Identifier: Apache-2.0
// Counters of a run. Units fill it, printers (sim/output) read it. docs/outputs.md defines each number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/packet_record.h"
#include "gantry/platform/fault_plan.h"
#include "gantry/scheduler/data_stats.h"
#include "gantry/scheduler/scheduler_stats.h"

namespace gantry {
inline namespace platform {

struct ProcessorStats {
  std::string name;
  std::string type;
  std::string group;
  std::uint64_t jobs = 0;
  std::uint64_t busy_cycles = 0;  ///< cycles in which it computed
};

/// Counters of the control network. Of a star, messages are the packets and the flits.
struct ControlStats {
  std::string topology;
  InterconnectStats totals;
  InterconnectTraffic traffic;
};

/// Of a scheduler whose jobs may count as lost.
struct LossStats {
  std::uint64_t tasks_failed = 0;     ///< tasks that are over and have lost a job for good
  std::uint64_t tasks_cancelled = 0;  ///< tasks after failed or cancelled ones
  std::uint64_t jobs_lost = 0;        ///< attempts that counted as lost
  std::uint64_t jobs_cancelled = 0;   ///< jobs of cancelled tasks
  std::uint64_t jobs_failed = 0;      ///< jobs whose last attempt was lost
};

struct RunStats {
  RunEnd end = RunEnd::complete;
  Cycle cycles = 0;  ///< cycle of the last interrupt, or the last cycle of an unfinished run
  std::uint64_t tasks_submitted = 0;
  std::uint64_t tasks_completed = 0;
  std::uint64_t tasks_unfinished = 0;   ///< tasks of the workload that have neither completed nor failed
  std::uint64_t jobs_total = 0;         ///< jobs of all submitted tasks
  std::uint64_t job_groups = 0;         ///< groups of those whose jobs differ
  std::uint64_t jobs_issued = 0;        ///< jobs whose first flit has left the scheduler, each time
  std::uint64_t jobs_completed = 0;     ///< jobs whose completion the state monitor has seen
  std::uint64_t schedule_failures = 0;  ///< requests that failed after match_timeout
  std::optional<LossStats> losses;      ///< nothing: no job counts as lost
  std::vector<ProcessorStats> processors;
  std::vector<FaultRecord> faults;                 ///< those that began, in order of their begin, then of processors
  std::vector<NetworkFaultRecord> network_faults;  ///< the same of links and routers
  std::vector<StoreFaultRecord> store_faults;      ///< the same, then of stores
  std::vector<MemoryFaultRecord> memory_faults;    ///< the same, then of controllers
  std::vector<PacketHold> holds;                   ///< Interconnect::holds()
  /// With faults of processors or memory: cycles in which they computed jobs of each stream, by its number.
  std::vector<Cycle> busy_of_streams;
  std::vector<BlockStats> blocks;  ///< in order of Machine::units()
  InterconnectStats interconnect;
  InterconnectTraffic traffic;
  std::optional<ControlStats> control;        ///< nothing: no control network
  std::optional<BackgroundStats> background;  ///< nothing: no background traffic
  PickerStats picker;
  std::vector<ShareStats> shares;
  std::vector<ShareBatch> share_batches;  ///< intervals of equally many picks; a rest is left out
  WaitStats waits;
  std::optional<DataStats> data;  ///< nothing: no task has data
  /// Empty after a complete run; else the reason, and one paragraph per block with its state.
  std::vector<std::string> diagnosis;
};

}  // namespace platform
}  // namespace gantry
