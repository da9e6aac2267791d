// SPDX-License-Identifier: Apache-2.0
// The bounds of a run from its tasks, summed up as they are submitted.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/explain/bound_table.h"
#include "gantry/explain/processor_sets.h"
#include "gantry/explain/zero_load.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace explain {

/// Hears of all tasks of a run in the order of submission. What it keeps does not grow with the tasks of a stream.
class BoundMeter {
 public:
  /// `sets` outlives it. `is_list`: any task may come after any before it, not only after those of its instance.
  BoundMeter(const Architecture& architecture, const ProcessorSets& sets, bool is_list);

  /// `set`: that of the task in `sets`; kNone of an event task.
  void add(const Task& task, std::uint32_t set);
  /// Of a run with all of these tasks.
  [[nodiscard]] Bounds bounds() const;

 private:
  __extension__ using Wide = unsigned __int128;

  /// Where a path ends that leads to a task: the cycles along the worst one.
  struct PathEnd {
    Cycle computation = 0;
    Cycle arrival = 0;
    Cycle round_trips = 0;
  };
  /// What all jobs that one set of processors may run ask of it.
  struct SetSums {
    Wide time = 0;    ///< of the jobs, each on its best processor
    Wide cycles = 0;  ///< at speed 1, each on the type that needs fewest
    Wide places = 0;  ///< in which a place is taken
    Wide bursts = 0;  ///< in which a burst is under way
    Wide flits_in = 0;
    Wide flits_out = 0;
  };
  struct Controller {
    std::uint64_t bus = 0;      ///< in which bytes move
    std::uint64_t service = 0;  ///< in which a request is being served
    std::uint64_t flits_in = 0;
    std::uint64_t flits_out = 0;
  };
  /// What is alike in all bursts of one length.
  struct BurstCost {
    std::uint64_t bytes = 0;
    Cycle bus = 0;
    std::uint64_t flits = 0;
  };
  /// Least cycles of a task's steps, without computation; alike for many tasks.
  struct Steps {
    std::uint32_t set = kNone;
    std::uint32_t jobs = 0;
    std::uint64_t input = 0;
    std::uint64_t output = 0;

    Cycle all_sent = 0;        ///< registered to the last flit of the last job
    Cycle before_job = 0;      ///< registered to the first job's input being there
    Cycle before_last = 0;     ///< the same of the last job
    Cycle after_job = 0;       ///< computed to its completion at the monitor
    Cycle place = 0;           ///< of a processor, taken for a job, without computation
    Cycle burst_cycles = 0;    ///< of a job: each burst's way there and back, summed
    std::uint64_t rounds = 0;  ///< jobs one behind the other on the processor that has the most
    std::uint64_t flits_in = 0;
    std::uint64_t flits_out = 0;
  };

  [[nodiscard]] const Steps& steps_of(const Task& task, std::uint32_t set);
  void find_steps(Steps& steps) const;
  [[nodiscard]] Cycle burst_trips(Cycle way, std::uint64_t bytes, bool write) const;
  [[nodiscard]] BurstCost burst_cost(std::uint64_t bytes) const;
  /// A transfer of so many bytes from there on, both to the controllers and back.
  void move(std::uint64_t address, std::uint64_t bytes, bool write);
  [[nodiscard]] std::uint64_t transfer_flits(std::uint64_t bytes) const;
  void add_descriptor(const Task& task);
  void add_path(const Task& task, const Steps* steps, Cycle time);
  void add_jobs(const Task& task, const Steps& steps, std::uint32_t set, const ProcessorSets::Least& least);

  ZeroLoad zero_;
  const ProcessorSets& sets_;
  bool is_list_;
  ClassQueues numbers_;
  MemoryMap memory_;

  // Constants of the machine.
  std::uint64_t job_flits_ = 0;
  std::uint64_t pointer_flits_ = 0;
  std::uint64_t ack_flits_ = 0;
  Cycle to_port_ = 0;  ///< pick to the job standing at its port
  Cycle match_ = 0;    ///< request seen to the first pick
  Cycle doorbell_ = 0;
  Cycle interrupt_ = 0;

  // Of a descriptor as long as the last one.
  std::uint64_t descriptor_bytes_ = 0;
  Cycle descriptor_write_ = 0;
  Cycle descriptor_read_ = 0;
  Cycle descriptor_bursts_ = 0;
  std::uint64_t descriptor_flits_ = 0;

  std::vector<PathEnd> ends_;  ///< by host number from first_ on
  std::uint64_t first_ = 0;
  PathEnd longest_;
  Steps steps_;
  std::vector<ZeroLoad::Ways> ways_;  ///< by set
  std::vector<SetSums> sums_;         ///< by set
  std::vector<Controller> controllers_;
  std::vector<std::uint64_t> written_;  ///< by queue: its tasks
  std::vector<Wide> reading_;           ///< by queue: cycles in which one of its reads is under way
  std::uint64_t next_data_ = 0;
  std::uint64_t tasks_ = 0;
  std::uint64_t jobs_ = 0;
  std::uint64_t matches_ = 0;   ///< cycles of matching
  std::uint64_t requests_ = 0;  ///< to the monitor
  std::uint64_t looks_ = 0;
  std::uint64_t descriptor_count_flits_ = 0;
  std::uint64_t descriptor_count_bursts_ = 0;
  Wide cache_bursts_ = 0;
  Wide host_writes_ = 0;
  Wide ids_ = 0;
  Wide slots_ = 0;
  Wide room_ = 0;
};

}  // namespace explain
}  // namespace gantry
