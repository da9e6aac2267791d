// SPDX-License-Identifier: Apache-2.0
// Random machines whose tasks have data: stores from just large enough for the largest job up to large, for processors
// and for clusters, beside processors without one; small directories; graphs, and streams of graphs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/workload/data_use.h"
#include "machine/data_rules.h"
#include "random_experiment.h"
#include "random_keys.h"
#include "recorded_run.h"

namespace gantry {

/// Bytes of the parts that the largest job of a task reads and writes.
inline std::uint64_t largest_job(const Workload& workload, const std::vector<ObjectShape>& shapes,
                                 const WorkloadTask& task) {
  std::uint64_t most = 0;
  for (std::uint32_t job = 0; job < task.jobs; ++job) {
    std::uint64_t bytes = 0;
    for (const WorkloadRead& read : task.reads) {
      const ObjectShape& shape = shapes[read.object];
      const std::uint64_t begin = job * shape.bytes / task.jobs;
      const std::uint64_t end = (job + std::uint64_t{1}) * shape.bytes / task.jobs;
      for (std::uint32_t p = 0; p < shape.parts; ++p) {
        const std::uint64_t first = p * shape.bytes / shape.parts;
        const std::uint64_t last = (p + std::uint64_t{1}) * shape.bytes / shape.parts;
        if (read.whole || (begin < end && first < end && begin < last)) bytes += last - first;
      }
    }
    for (const WorkloadWrite& write : task.writes) {
      const std::uint64_t size = workload.data[write.object].bytes;
      bytes += (job + std::uint64_t{1}) * size / task.jobs - job * size / task.jobs;
    }
    most = std::max(most, bytes);
  }
  return most;
}

inline bool may_run(const WorkloadTask& task, const ProcessorGroup& group) {
  if (task.cls == TaskClass::event) return false;
  if (task.cls == TaskClass::communication) return group.type == kDmaType;
  return task.processor.empty() ? group.type != kDmaType : task.processor == group.type;
}

/// Bytes that the largest job of a group takes in a store.
inline std::uint64_t largest_job(const Workload& workload, const ProcessorGroup& group) {
  const std::vector<ObjectShape> shapes = object_shapes(workload);
  std::uint64_t most = 1;
  for (const WorkloadTask& task : workload.tasks) {
    if (may_run(task, group)) most = std::max(most, largest_job(workload, shapes, task));
  }
  return most;
}

inline const Workload& graph_of(const Experiment& experiment) {
  return experiment.streams.empty() ? experiment.workload : experiment.streams.front().workload;
}

/// Readers wait for writers, and are not submitted before them.
inline void order_readers(Workload& workload) {
  const std::vector<std::uint32_t> writers = object_writers(workload);
  for (WorkloadTask& task : workload.tasks) {
    for (const WorkloadRead& read : task.reads) {
      const std::uint32_t writer = writers[read.object];
      if (writer == kNone) continue;
      const auto same = [&](const WorkloadEdge& edge) { return edge.task == writer; };
      if (std::none_of(task.after.begin(), task.after.end(), same)) task.after.push_back({writer, 0, false});
    }
    for (const WorkloadEdge& edge : task.after) {
      task.submit = std::max(task.submit, workload.tasks[edge.task].submit);
    }
  }
}

inline void add_objects(Workload& workload, Dice& dice) {
  const std::uint32_t count =
      dice.between(1, static_cast<std::uint32_t>(std::min<std::size_t>(12, workload.tasks.size() + 2)));
  for (std::uint32_t o = 0; o < count; ++o) {
    DataObject object;
    object.id = "d" + std::to_string(o);
    object.bytes = dice.one_of({1, 3, 10, 16, 100, 100, 256, 300, 1000});
    if (dice.chance(5)) object.bytes = 5000;
    std::size_t writer = workload.tasks.size();
    if (dice.chance(70)) {
      writer = dice.below(workload.tasks.size());
      if (workload.tasks[writer].cls == TaskClass::event) writer = workload.tasks.size();
    }
    const bool written = writer < workload.tasks.size();
    if (written) {
      workload.tasks[writer].writes.push_back({o, {}});
      object.keep = dice.chance(15);
    } else {
      object.parts = dice.chance(30) ? 1 : dice.between(1, 16);
    }
    const std::uint32_t percent = dice.one_of({0, 20, 50, 90});
    for (std::size_t t = written ? writer + 1 : 0; t < workload.tasks.size(); ++t) {
      WorkloadTask& task = workload.tasks[t];
      if (task.cls != TaskClass::event && dice.chance(percent)) task.reads.push_back({o, dice.chance(40), {}});
    }
    workload.data.push_back(object);
  }
  order_readers(workload);
}

inline void add_stores(Experiment& experiment, Dice& dice) {
  const Workload& workload = graph_of(experiment);
  std::vector<ProcessorGroup>& groups = *experiment.architecture.processors;
  std::map<std::uint32_t, LocalStoreConfig> shared;
  const std::uint32_t none = dice.one_of({0, 0, 30});
  const std::uint32_t per_cluster = dice.one_of({0, 0, 50, 100});
  const auto size = [&](std::uint64_t need) {
    const std::uint64_t percent = dice.one_of({100, 100, 100, 125, 200, 400, 2000});
    return need * percent / 100;
  };
  for (ProcessorGroup& group : groups) {
    group.local = {};
    if (dice.chance(none)) continue;
    group.local.bytes = size(largest_job(workload, group));
    group.local.bytes_per_cycle = dice.one_of({1, 4, 32, 64});
    if (!dice.chance(per_cluster)) continue;
    group.local.per = LocalStoreConfig::Per::cluster;
    const auto [at, fresh] = shared.emplace(group.cluster, group.local);
    if (!fresh) at->second.bytes = std::max(at->second.bytes, group.local.bytes);
  }
  for (ProcessorGroup& group : groups) {
    if (group.local.per == LocalStoreConfig::Per::cluster && group.local.bytes > 0) group.local = shared[group.cluster];
  }
}

/// Arrivals at equal distances.
class EvenArrivals final : public ArrivalModel {
 public:
  explicit EvenArrivals(Cycle interval) : interval_(interval) {}
  [[nodiscard]] std::unique_ptr<ArrivalProcess> start(const RandomBits& /*bits*/) const override {
    class Process final : public ArrivalProcess {
     public:
      explicit Process(Cycle interval) : interval_(interval) {}
      Cycle next() override { return interval_ * made_++; }

     private:
      Cycle interval_;
      Cycle made_ = 0;
    };
    return std::make_unique<Process>(interval_);
  }
  [[nodiscard]] Cycle last_arrival(std::uint64_t tasks) const override { return interval_ * tasks; }

 private:
  Cycle interval_;
};

inline void make_stream(Experiment& experiment, Dice& dice) {
  for (WorkloadTask& task : experiment.workload.tasks) {
    task.submit = 0;
    task.stream = 0;
  }
  for (std::uint32_t s = dice.between(1, 2); s > 0; --s) {
    GraphStream stream;
    stream.name = "s" + std::to_string(s);
    stream.workload = experiment.workload;
    stream.arrivals = std::make_shared<EvenArrivals>(dice.one_of({0, 100, 3000}));
    stream.count = dice.between(1, 4);
    experiment.streams.push_back(stream);
  }
  experiment.workload = Workload{};
}

inline Experiment random_data_experiment(std::uint64_t seed) {
  Experiment experiment = random_experiment(seed);
  Dice dice(seed + 0x5eed);
  experiment.background.reset();
  add_objects(experiment.workload, dice);
  if (dice.chance(30) && experiment.workload.tasks.size() <= 12) make_stream(experiment, dice);
  add_stores(experiment, dice);
  Architecture& arch = experiment.architecture;
  arch.directory->entries = dice.one_of({1, 2, 3, 5, 8, 16, 4096, 4096, 4096});
  arch.directory->parts_per_cycle = dice.one_of({1, 2, 4, 64});
  arch.memory->writes = dice.chance(25) ? MemoryConfig::Writes::through : MemoryConfig::Writes::back;
  if (dice.chance(30)) experiment.processor_choice = "locality";
  return experiment;
}

/// Whether the machine can run it, and each job fits its store alone.
inline bool can_run_data(const Experiment& experiment) {
  const Workload& workload = graph_of(experiment);
  if (!topological_order(workload).cycle.empty()) return false;
  Diagnostics refused;
  if (!check_feasible(experiment, refused)) return false;
  const auto& groups = *experiment.architecture.processors;
  return std::all_of(groups.begin(), groups.end(), [&](const ProcessorGroup& group) {
    return group.local.bytes == 0 || group.local.bytes >= largest_job(workload, group);
  });
}

inline DataCounts counts_of(const DataStats& stats) {
  const auto count = [](const PartCount& of) { return DataCounts::Count{of.parts, of.bytes}; };
  DataCounts counts;
  counts.own = count(stats.own);
  counts.cluster = count(stats.cluster);
  counts.store = count(stats.store);
  counts.memory = count(stats.memory);
  counts.made = count(stats.made);
  counts.results = count(stats.results);
  counts.through = count(stats.through);
  counts.written_back = count(stats.written_back);
  counts.dropped = count(stats.dropped);
  counts.dead = count(stats.dead);
  for (const StoreStats& store : stats.stores) counts.stores.push_back({store.most_used, store.evictions});
  return counts;
}

/// What a run reports, for the rules.
inline DataRun data_run(const Experiment& experiment, const RecordedRun& run) {
  DataRun out;
  const Architecture& arch = experiment.architecture;
  out.through = arch.memory->writes == MemoryConfig::Writes::through;
  out.entries = arch.directory->entries;
  if (run.stats.data) out.counts = counts_of(*run.stats.data);
  const std::vector<ProcessorInfo> info = list_processors(arch);
  std::vector<ProcessorGroup> group_of;
  for (const ProcessorGroup& group : *arch.processors) group_of.insert(group_of.end(), group.count, group);
  const auto topology = make_topology(arch);
  const EndpointPlacement placement = place_endpoints(arch, topology->nodes());
  std::map<std::uint32_t, std::uint32_t> of_cluster;
  for (std::uint32_t p = 0; p < group_of.size(); ++p) {
    const LocalStoreConfig& local = group_of[p].local;
    out.store_of.push_back(kNone);
    if (local.bytes == 0) continue;
    const bool cluster = local.per == LocalStoreConfig::Per::cluster;
    const auto next = static_cast<std::uint32_t>(out.stores.size());
    const std::uint32_t store = cluster ? of_cluster.emplace(group_of[p].cluster, next).first->second : next;
    out.store_of.back() = store;
    if (store != next) continue;
    out.stores.push_back({"store " + std::to_string(store), local.bytes, cluster});
    std::vector<std::uint32_t> links;
    for (const std::uint32_t node : placement.processors) {
      const std::uint32_t home = topology->router_of(placement.processors[p]);
      links.push_back(home == topology->router_of(node) ? 0 : topology->hops(home, topology->router_of(node)));
    }
    out.links.push_back(links);
  }
  const std::unique_ptr<TaskSource> source = make_task_source(experiment);
  std::vector<Task> tasks;
  for (Task task; source->next(task);) tasks.push_back(task);
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, std::uint32_t> parts;
  if (source->objects() == nullptr) return out;
  const std::vector<ObjectShape>& shapes = *source->objects();
  const auto part = [&](std::uint32_t object, std::uint64_t writer, std::uint32_t number) {
    const auto [at, fresh] =
        parts.emplace(std::tuple(object, writer, number), static_cast<std::uint32_t>(out.parts.size()));
    if (fresh) {
      const ObjectShape& shape = shapes[object];
      bool read = false;
      for (const Task& task : tasks) {
        for (const DataRead& r : task.reads) read = read || (r.object == object && r.writer == writer);
      }
      std::string name = "part " + std::to_string(number) + " of object " + std::to_string(object);
      if (writer != kNever) name += " of task " + std::to_string(writer);
      const std::uint64_t bytes =
          (number + std::uint64_t{1}) * shape.bytes / shape.parts - number * shape.bytes / shape.parts;
      out.parts.push_back({name, bytes, writer != kNever, writer != kNever && (shape.keep || !read)});
    }
    return at->second;
  };
  for (const JobRecord& record : run.records.jobs) {
    const Task& task = tasks[record.task];
    DataJob job;
    for (const DataRead& read : task.reads) {
      const ObjectShape& shape = shapes[read.object];
      const std::uint64_t begin = record.job * shape.bytes / task.jobs;
      const std::uint64_t end = (record.job + std::uint64_t{1}) * shape.bytes / task.jobs;
      for (std::uint32_t p = 0; p < shape.parts; ++p) {
        const std::uint64_t first = p * shape.bytes / shape.parts;
        const std::uint64_t last = (p + std::uint64_t{1}) * shape.bytes / shape.parts;
        if (first < last && (read.whole || (begin < end && first < end && begin < last))) {
          job.reads.push_back(part(read.object, read.writer, p));
        }
      }
    }
    for (const std::uint32_t object : task.writes) {
      if (shapes[object].part_bytes(record.job) > 0) job.writes.push_back(part(object, record.task, record.job));
    }
    if (job.reads.empty() && job.writes.empty()) continue;
    job.name = "job " + std::to_string(record.job) + " of task " + std::to_string(record.task);
    std::tie(job.processor, job.picked, job.issued, job.arrived, job.placed, job.ready, job.started, job.finished,
             job.written, job.completed) =
        std::tie(record.processor, record.picked, record.issued, record.arrived, record.placed, record.ready,
                 record.started, record.finished, record.written, record.completed);
    job.input = task.input_bytes > 0;
    job.output = task.output_bytes > 0;
    out.jobs.push_back(std::move(job));
  }
  for (const PartStay& stay : run.records.stays) {
    DataStay row;
    row.part = part(stay.object, stay.writer, stay.part);
    std::tie(row.store, row.reserved, row.from, row.until, row.written, row.source, row.uses, row.end) =
        std::tie(stay.store, stay.reserved, stay.from, stay.until, stay.written, stay.source, stay.uses, stay.end);
    out.stays.push_back(row);
  }
  return out;
}

}  // namespace gantry
