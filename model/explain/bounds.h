// SPDX-License-Identifier: Apache-2.0
// Computation of the bounds of a run from its tasks, one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/base/uint128.h"
#include "gantry/explain/bound_table.h"
#include "gantry/explain/processor_sets.h"
#include "gantry/explain/zero_load.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace explain {

/// Observer of all tasks of a run in the order of submission. Its memory does not grow with the tasks of a stream.
class BoundMeter {
 public:
  /// `sets` and the objects of `source` must outlive it. In a list a task may depend on any earlier task, in a stream
  /// on those of its instance alone.
  BoundMeter(const Architecture& architecture, const ProcessorSets& sets, const TaskSource& source);

  /// Adds a task. `parts`: those that `sets` has found for it.
  void add(const Task& task, const std::vector<TaskPart>& parts);
  /// Returns the bounds of a run with all tasks so far.
  [[nodiscard]] Bounds bounds() const;

 private:
  /// End of the longest path to a task: cycles along it.
  struct PathEnd {
    Cycle computation = 0;
    Cycle arrival = 0;
    Cycle chain = 0;  ///< arrival with a processor for each job
    Cycle round_trips = 0;
  };
  /// Demand of all jobs that one set of processors may run.
  struct SetSums {
    Uint128 time = 0;    ///< cycles of all jobs, each on its fastest processor
    Uint128 cycles = 0;  ///< at speed 1, each on the type that needs fewest
    Uint128 places = 0;  ///< sum of cycles in which a processor slot is taken
    Uint128 bursts = 0;  ///< sum of cycles in which a burst is in flight
    Uint128 flits_in = 0;
    Uint128 flits_out = 0;
  };
  struct Controller {
    std::uint64_t bus = 0;      ///< cycles in which bytes move
    std::uint64_t service = 0;  ///< cycles in which a request is served
    std::uint64_t flits_in = 0;
    std::uint64_t flits_out = 0;
  };
  /// Costs that are equal for all bursts of one length.
  struct BurstCost {
    std::uint64_t bytes = 0;
    Cycle bus = 0;
    std::uint64_t flits = 0;
  };
  /// Least cycles of the steps of jobs that are alike, without computation. Shared by equal ones.
  struct Steps {
    std::uint32_t set = kNone;
    std::uint32_t jobs = 0;
    std::uint64_t input = 0;
    std::uint64_t output = 0;

    Cycle all_sent = 0;        ///< registration to the last flit of the last job
    Cycle before_job = 0;      ///< registration to the input of the first job being complete
    Cycle before_last = 0;     ///< registration to the input of the last job being complete
    Cycle after_job = 0;       ///< end of computation to its completion at the monitor
    Cycle place = 0;           ///< processor slot taken for a job, without computation
    Cycle burst_cycles = 0;    ///< sum over a job's bursts of their way to memory and back
    std::uint64_t rounds = 0;  ///< jobs in sequence on the processor that has the most
    std::uint64_t flits_in = 0;
    std::uint64_t flits_out = 0;
  };

  /// Least cycles of a task's steps: the most of any of its parts.
  struct Times {
    Cycle computation = 0;  ///< of the processor that has most jobs of a part
    Cycle chain = 0;        ///< of a job
    Cycle moves = 0;        ///< all steps but computation, from the registration on
    Cycle completed = 0;    ///< registration to the last completion
    Cycle all_sent = 0;     ///< registration to the last flit of the last job
  };

  [[nodiscard]] const Steps& steps_of(const TaskPart& part);
  void find_steps(Steps& steps) const;
  [[nodiscard]] Cycle burst_trips(Cycle way, std::uint64_t bytes, bool write) const;
  [[nodiscard]] BurstCost burst_cost(std::uint64_t bytes) const;
  /// Adds a transfer of `bytes` from `address` on, to the controllers and back.
  void move(std::uint64_t address, std::uint64_t bytes, bool write);
  [[nodiscard]] std::uint64_t transfer_flits(std::uint64_t bytes) const;
  void add_descriptor(const Task& task);
  void add_path(const Task& task, const Times* times);
  /// The object traffic that no store and no order of tasks can save.
  void add_data(const Task& task);
  void add_jobs(const TaskPart& part, const Steps& steps, const ProcessorSets::Least& least, Times& times);
  /// The traffic of what jobs read and write beside objects.
  void add_private_data(const std::vector<TaskPart>& parts);

  ZeroLoad zero_;
  const ProcessorSets& sets_;
  bool is_list_;
  ClassQueues numbers_;
  MemoryMap memory_;

  // Constants of the machine.
  std::uint64_t job_flits_ = 0;
  std::uint64_t pointer_flits_ = 0;  ///< of a request to memory
  std::uint64_t notice_flits_ = 0;   ///< of a completion, a doorbell, an interrupt
  std::uint64_t ack_flits_ = 0;
  Cycle to_port_ = 0;  ///< pick to the job being at its port
  Cycle match_ = 0;    ///< request seen to the first pick
  Cycle doorbell_ = 0;
  Cycle interrupt_ = 0;

  // Costs of a descriptor of the same length as the last one.
  std::uint64_t descriptor_bytes_ = 0;
  Cycle descriptor_write_ = 0;
  Cycle descriptor_read_ = 0;
  Cycle descriptor_bursts_ = 0;
  std::uint64_t descriptor_flits_ = 0;

  std::vector<PathEnd> ends_;  ///< by host number, from first_ on
  std::uint64_t first_ = 0;
  PathEnd longest_;
  Steps steps_;
  std::vector<ZeroLoad::Ways> ways_;  ///< by set
  std::vector<SetSums> sums_;         ///< by set
  std::vector<Controller> controllers_;
  std::vector<std::uint64_t> written_;  ///< tasks by queue
  std::vector<Uint128> reading_;        ///< by queue: cycles in which one of its reads is in flight
  std::uint64_t next_data_ = 0;
  const std::vector<ObjectShape>* objects_;  ///< nullptr: no task has data
  bool stores_ = false;                      ///< some processor has a local store
  std::vector<std::uint64_t> address_;       ///< by object: of an unwritten one that was read; else kNever
  Cycle last_arrival_ = 0;
  std::uint64_t tasks_ = 0;
  std::uint64_t jobs_ = 0;
  std::uint64_t loads_ = 0;     ///< cycles that the loader works
  std::uint64_t matches_ = 0;   ///< cycles of matching
  std::uint64_t requests_ = 0;  ///< requests to the monitor
  std::uint64_t looks_ = 0;
  std::uint64_t descriptor_count_flits_ = 0;
  std::uint64_t pushed_flits_ = 0;  ///< of pushed descriptors on a control network
  std::uint64_t descriptor_count_bursts_ = 0;
  Uint128 cache_bursts_ = 0;
  Uint128 host_writes_ = 0;
  Uint128 ids_ = 0;
  Uint128 slots_ = 0;
  Uint128 room_ = 0;
};

}  // namespace explain
}  // namespace gantry
