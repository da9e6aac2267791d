// SPDX-License-Identifier: Apache-2.0
// Each sum names the steps of docs/timing.md that it adds up; `+ 1` is a hand-over to the next block.
#include "plan/machine_costs_of.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "gantry/base/bits.h"
#include "gantry/explain/zero_load.h"
#include "gantry/network/lone_packet.h"
#include "gantry/network/topology.h"
#include "gantry/plan/graph.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/store_list.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
namespace {

void set_host(plan::MachineCosts& costs, const Architecture& architecture, const ZeroLoad& alone) {
  const ZeroLoad::Ways& ways = alone.ways();
  const std::uint64_t bytes = architecture.descriptor->full_bytes;
  const Cycle notice = alone.control_message(ways.scheduler_host, alone.control_flits(kPointerBytes));
  costs.between_submissions = architecture.host->submit_cycles;
  // Descriptor pushed; or written and acknowledged; doorbell; descriptor read.
  costs.submitted_to_cached =
      architecture.host->push
          ? alone.control_message(ways.scheduler_host, alone.control_flits(bytes))
          : alone.write(ways.host_memory, bytes) + notice + alone.read(ways.memory_scheduler, bytes);
  costs.completed_to_end = notice + architecture.host->interrupt_cycles;
}

/// Slots that tasks of these classes can have: one is kept for every class with jobs.
std::uint32_t usable_slots(const Workload& workload, const Architecture& architecture) {
  std::set<TaskClass> with_jobs;
  for (const WorkloadTask& task : workload.tasks) {
    if (task.cls != TaskClass::event) with_jobs.insert(task.cls);
  }
  const auto kept = static_cast<std::uint32_t>(kTaskClasses - 1 - std::max<std::size_t>(with_jobs.size(), 1));
  return architecture.decomposer->slots - kept;
}

void set_scheduler(plan::MachineCosts& costs, const Architecture& architecture) {
  const MonitorConfig& monitor = *architecture.monitor;
  const DispatcherConfig& dispatcher = *architecture.dispatcher;
  costs.cached_to_request = 1;
  costs.completed_to_request = monitor.query_cycles;
  costs.query = 1 + monitor.query_cycles;
  costs.request_to_registered = 1 + monitor.register_cycles;
  costs.registered_to_next = 2;  // the cache knows; it shows the next
  costs.shown = architecture.task_cache->window;
  costs.registered_to_request = architecture.decomposer->split_cycles + 1;
  // Matched; picked in the cycle after the join; packed at its port.
  const Cycle chosen = dispatcher.match_latency_cycles + dispatcher.choice_latency_cycles;
  costs.request_to_sent = chosen + 1 + dispatcher.picker->pick_latency_cycles + dispatcher.collect_cycles;
  costs.completed_to_place = 1;
}

/// Cycles of a transfer between stores that is alone. Each burst is asked for, read out by the store, and seen. As many
/// are under way as the processor may have.
Cycle from_store(const ZeroLoad& alone, const MemoryConfig& memory, Cycle way, std::uint64_t rate,
                 std::uint64_t bytes) {
  const std::uint64_t burst = std::min<std::uint64_t>(bytes, memory.burst_bytes);
  const std::uint64_t bursts = ceil_div(bytes, burst);
  const std::uint64_t last = bytes - (bursts - 1) * burst;
  const Cycle asked = alone.message(way, alone.flits(kPointerBytes));
  const Cycle round = asked + ceil_div(burst, rate) + alone.message(way, alone.flits(burst));
  const Cycle apart =
      std::max({ceil_div(burst, rate), alone.flits(burst), ceil_div(round, std::uint64_t{memory.outstanding_bursts})});
  return asked + (bursts - 1) * apart + ceil_div(last, rate) + alone.message(way, alone.flits(last));
}

/// The shortest link's cycles for a head.
Cycle head_cycles(const InterconnectConfig& config, const Topology& topology) {
  Cycle least = kNever;
  for (std::uint32_t r = 0; r < topology.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology.ports(r); ++p)
      least = std::min(least, link_head_cycles(config, link_times(config, topology, r, p)));
  }
  return least;
}

/// Transfers of edges between processors with local stores.
void set_moved(plan::MachineCosts& costs, const Workload& workload, const Architecture& architecture,
               const ZeroLoad& alone) {
  const StoreList list = list_stores(architecture);
  const auto& of = list.of_processor;
  if (!workload.model.operators.empty() || list.stores.empty()) return;
  std::vector<std::uint64_t> bytes;
  const plan::Graph graph(workload);
  for (const plan::Edge& edge : graph.edges()) {
    const WorkloadTask& reader = workload.tasks[edge.to];
    if (edge.bytes == 0 || reader.cls == TaskClass::event || workload.tasks[edge.from].cls == TaskClass::event)
      continue;
    costs.moved.edges.emplace(std::make_pair(edge.from, edge.to), static_cast<std::uint32_t>(bytes.size()));
    bytes.push_back(ceil_div(edge.bytes, std::uint64_t{reader.jobs}));
  }
  if (bytes.empty()) return;
  const std::unique_ptr<Topology> topology = make_topology(architecture);
  const StoreMap map = map_stores(list, architecture, *topology);
  const Cycle link = head_cycles(architecture.interconnect, *topology);
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> rows;  // by links and rate
  for (ProcessorId from = 0; from < of.size(); ++from) {
    for (ProcessorId to = 0; to < of.size(); ++to) {
      if (of[from] == of[to] || of[from] == kNone || of[to] == kNone) {
        costs.moved.row.push_back(kNone);
        continue;
      }
      const std::uint64_t rate = list.stores[of[from]].bytes_per_cycle;
      const std::uint32_t links = map.hops(of[from], to);
      const auto [row, added] = rows.insert({{links, rate}, static_cast<std::uint32_t>(rows.size())});
      costs.moved.row.push_back(row->second);
      if (!added) continue;
      std::vector<plan::Time>& cycles = costs.moved.cycles.emplace_back();
      for (const std::uint64_t size : bytes)
        cycles.push_back(from_store(alone, *architecture.memory, links * link, rate, size));
    }
  }
}

}  // namespace

plan::MachineCosts machine_costs(const Workload& workload, const Architecture& architecture) {
  plan::MachineCosts costs;
  const ZeroLoad alone(architecture);
  set_host(costs, architecture, alone);
  set_scheduler(costs, architecture);
  costs.slots = usable_slots(workload, architecture);
  const std::vector<ProcessorInfo> processors = list_processors(architecture);
  const Cycle job = alone.control_flits(architecture.descriptor->full_bytes + kSplitInfoBytes);
  const Cycle completion = alone.control_flits(kPointerBytes);
  std::map<Cycle, std::uint32_t> distance;  // way to memory -> row
  for (ProcessorId p = 0; p < processors.size(); ++p) {
    ProcessorSet only = make_bit_set(processors.size());
    set_bit(only, p);
    const ZeroLoad::Ways ways = alone.ways(only);
    const auto row = distance.insert({ways.memory_job, static_cast<std::uint32_t>(distance.size())}).first->second;
    costs.processors.push_back({alone.control_message(ways.scheduler_job, job),
                                alone.control_message(ways.scheduler_job, completion), processors[p].queue_depth, row});
  }
  costs.input.resize(distance.size());
  costs.output.resize(distance.size());
  const ClassQueues queues{architecture.task_cache->queues_per_class};
  for (const WorkloadTask& task : workload.tasks) {
    for (const auto& [way, row] : distance) {
      costs.input[row].push_back(alone.read(way, task.input_bytes));
      costs.output[row].push_back(alone.write(way, task.output_bytes));
    }
    costs.submit.push_back(task.submit);
    costs.queue.push_back(queues.of(task.cls, task.stream));
    costs.is_event.push_back(task.cls == TaskClass::event);
  }
  set_moved(costs, workload, architecture, alone);
  return costs;
}

}  // namespace gantry
