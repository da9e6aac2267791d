// SPDX-License-Identifier: Apache-2.0
#include "experiment/processor_partition.h"

#include <algorithm>

#include "experiment/experiment.h"
#include "gantry/platform/processors_config.h"
#include "text/yaml_reader.h"
#include "workload/stream_source.h"
#include "workload/task_defaults.h"

namespace gantry {
namespace {

/// Groups of processors, by number, and a task that may run on those and no others.
struct Part {
  std::vector<std::size_t> groups;
  std::string task;
};

/// The groups that jobs of one task may run on; no task is named twice.
Part part_of(const WorkloadJobShape& jobs, const WorkloadTask& task, const Architecture& architecture,
             const std::vector<std::string>& types) {
  Part part{{}, task.id};
  const auto set = types_for(jobs, task.cls, types);
  if (!set) return part;
  const std::uint64_t bytes = jobs.job_bytes ? *jobs.job_bytes : default_job_bytes(architecture, *set);
  for (std::size_t g = 0; g < architecture.processors->size(); ++g) {
    const ProcessorGroup& group = architecture.processors->at(g);
    if (contains(*set, group.type, types) && group.max_job_bytes >= bytes) part.groups.push_back(g);
  }
  return part;
}

std::string names(const Part& part, const Architecture& architecture) {
  std::string text;
  for (const std::size_t g : part.groups) {
    const ProcessorGroup& group = architecture.processors->at(g);
    text += (text.empty() ? "" : ", ") + in_quotes(group.name.empty() ? group.type : group.name);
  }
  return text;
}

}  // namespace

Result<ProcessorPartition> partition_processors(const Experiment& experiment) {
  const Architecture& architecture = experiment.architecture;
  const std::vector<std::string> types = processor_types(architecture);
  std::vector<Part> parts;
  const auto take = [&](const Workload& workload) {
    for (const WorkloadTask& task : workload.tasks) {
      if (task.cls == TaskClass::event) continue;
      task.for_each_group([&](const WorkloadJobShape& jobs, std::uint32_t /*count*/) {
        Part part = part_of(jobs, task, architecture, types);
        const auto same = [&](const Part& other) { return other.groups == part.groups; };
        if (std::none_of(parts.begin(), parts.end(), same)) parts.push_back(std::move(part));
      });
    }
  };
  take(experiment.workload);
  for (const GraphStream& stream : experiment.streams) take(stream.workload);
  if (experiment.stream) {
    Workload drawn = representatives(*experiment.stream);
    round_job_bytes(drawn, architecture);
    take(drawn);
  }

  std::vector<std::uint32_t> of_group(architecture.processors->size(), static_cast<std::uint32_t>(parts.size()));
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (const std::size_t g : parts[part].groups) {
      if (of_group[g] != parts.size()) {
        const Part& other = parts[of_group[g]];
        return Diagnostic{{},
                          "task " + in_quotes(other.task) + " may run on " + names(other, architecture) +
                              ", and task " + in_quotes(parts[part].task) + " on " + names(parts[part], architecture)};
      }
      of_group[g] = static_cast<std::uint32_t>(part);
    }
  }
  ProcessorPartition partition;
  partition.parts = static_cast<std::uint32_t>(parts.size());
  for (std::size_t g = 0; g < of_group.size(); ++g) {
    partition.part_of.insert(partition.part_of.end(), architecture.processors->at(g).count, of_group[g]);
    partition.parts = std::max(partition.parts, of_group[g] + 1);
  }
  return partition;
}

}  // namespace gantry
