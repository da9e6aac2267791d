// SPDX-License-Identifier: Apache-2.0
#include "pins/block_pins.h"

#include "pins/directory_pins.h"
#include "pins/dispatcher_pins.h"

namespace gantry {

const BlockPins& decomposer_pins() {
  static const BlockPins pins_of_it = {
      "decomposer",
      "queries predecessors, requests ids, splits tasks and requests their scheduling; the register file included",
      {{"queues_per_class", "queues of each of the five classes; queue / queues_per_class is the class"},
       {"window", "tasks that a queue shows at once"},
       {"capacity", "tasks that are in the task cache at once"},
       {"slots", "tasks between registration and end of scheduling, one reserved for each class but event"},
       {"split_cycles", "from the registration to the request"},
       {"retry_cycles", "from a failure to the next request"}},
      {describe_link<pins::Head>("heads", "from the task cache: a task at the head of a queue"),
       describe_link<pins::Answer>("query_answers", "from the monitor: all that the task waits for is done"),
       describe_link<pins::Answer>("registrations", "from the monitor: the task has its id"),
       describe_link<pins::Verdict>("verdicts", "from the dispatcher: what became of a request")},
      {describe_link<pins::Update>("cache_updates", "to the task cache"),
       describe_link<pins::Question>("monitor_requests", "to the monitor"),
       describe_link<pins::Request>("schedule_requests", "to the dispatcher: schedule so many jobs")}};
  return pins_of_it;
}

const BlockPins& monitor_pins() {
  static const BlockPins pins_of_it = {
      "monitor",
      "gives out task ids, answers queries about predecessors, counts completions and interrupts the host",
      {{"queues_per_class", "queues of each of the five classes; tasks of the last class, event, have no jobs"},
       {"task_ids", "ids to give out"},
       {"query_cycles", "from the look that finds all met to the answer"},
       {"register_cycles", "from the id to the answer; an event is done then"},
       {"predecessors_per_cycle", "of one query that are looked at in a cycle"},
       {"completion_window", "tasks from the oldest unfinished one on that it has to remember"},
       {"window", "tasks that a queue shows at once; only those ask"},
       {"query_wakeups_per_cycle", "queries that join the line again in a cycle; 0: all that a task wakes at once"},
       {"retire_per_cycle", "tasks that are done, over which the window moves on in a cycle; 0: all"},
       {"job_timeout", "cycles from a job's last flit until it is overdue; 0: never, and the constants below are 0"},
       {"max_retries", "times that a lost job is issued again; 0: no job counts as lost"},
       {"quarantine", "with `max_retries`: 1: the processor of an overdue job gets no more jobs before it answers"},
       {"watched_jobs", "jobs that are picked or at processors at once"},
       {"timers_per_cycle", "jobs whose last flits leave in a cycle"}},
      {describe_link<pins::Completion>("completions", "from the processors"),
       describe_link<pins::Question>("monitor_requests", "from the decomposer"),
       describe_link<pins::Watch>("job_watches", "from the dispatcher, with `job_timeout`: a job has left"),
       describe_link<pins::WaitsFor>("waits_for", "beside a query: what its task waits for",
                                     pins::monitor::kMostWaits)},
      {describe_link<pins::Answer>("query_answers", "to the decomposer: all that the task waits for is done"),
       describe_link<pins::Answer>("registrations", "to the decomposer: the task has its id"),
       describe_link<pins::JobReport>("processor_updates", "to the dispatcher: what has become of a job"),
       describe_link<pins::Interrupt>("interrupts", "to the host: the task is done", 2)}};
  return pins_of_it;
}

const BlockPins& task_cache_pins() {
  static const BlockPins pins_of_it = {
      "task_cache",
      "reads descriptors ahead and shows the first of each queue to the decomposer",
      {{"queues_per_class", "queues of each of the five classes"},
       {"capacity", "descriptors, one of them reserved for each queue"},
       {"reads_in_flight", "descriptor reads under way of a queue"},
       {"window", "cached tasks of a queue that are shown"},
       {"full_bytes", "of a descriptor without further predecessors"},
       {"predecessors", "within the full bytes; each further one takes 4 bytes behind them"},
       {"ring_entries", "descriptors in the ring of a queue"},
       {"burst_bytes", "of one read; a descriptor begins at a multiple"},
       {"outstanding_bursts", "under way at once"}},
      {describe_link<pins::Bell>("doorbells", "from the host"),
       describe_link<pins::Descriptor>("descriptors", "from memory: a burst of a descriptor is there"),
       describe_link<pins::Update>("cache_updates", "from the decomposer")},
      {describe_link<pins::Head>("heads", "to the decomposer: a task at the head of a queue"),
       describe_link<pins::Read>("reads", "to memory")}};
  return pins_of_it;
}

const std::vector<const BlockPins*>& all_block_pins() {
  static const std::vector<const BlockPins*> all = {&task_cache_pins(), &decomposer_pins(), &monitor_pins(),
                                                    &dispatcher_pins(), &directory_pins()};
  return all;
}

const BlockPins* find_block_pins(std::string_view block) {
  for (const BlockPins* of : all_block_pins()) {
    if (of->block == block) return of;
  }
  return nullptr;
}

}  // namespace gantry
