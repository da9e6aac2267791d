// SPDX-License-Identifier: Apache-2.0
#include "workload/native_jobs.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "workload/format.h"

namespace gantry {
namespace {

bool equal(const WorkloadJobShape& a, const WorkloadJobShape& b) {
  const auto same = [](const TypeCycles& x, const TypeCycles& y) { return x.type == y.type && x.cycles == y.cycles; };
  return a.job_bytes == b.job_bytes && a.cycles == b.cycles && a.processor == b.processor &&
         a.input_bytes == b.input_bytes && a.output_bytes == b.output_bytes && a.bytes_given == b.bytes_given &&
         std::equal(a.cycles_by_type.begin(), a.cycles_by_type.end(), b.cycles_by_type.begin(), b.cycles_by_type.end(),
                    same);
}

WorkloadJobGroup read_group(const YamlNode& node, const WorkloadJobShape& usual, Diagnostics& diagnostics) {
  WorkloadJobGroup group;
  static_cast<WorkloadJobShape&>(group) = usual;
  group.where = node.where();
  MapReader map(node, "jobs", diagnostics);
  map.integer("count", group.jobs, 1, kMaxTaskJobs);
  std::uint64_t job_bytes = 0;
  if (map.integer("job_bytes", job_bytes, 1, kMaxTaskBytes)) group.job_bytes = job_bytes;
  const bool has_cycles = map.find("cycles") != nullptr;
  if (has_cycles) {
    group.cycles_by_type.clear();
    read_cycles(map, group);
    if (!group.cycles_by_type.empty()) group.processor.clear();
  }
  if (map.text("processor", group.processor) && !group.cycles_by_type.empty()) {
    map.error("processor", has_cycles ? "must be absent where `cycles` names the types"
                                      : "must come with `cycles`, because those of the task name the types");
  }
  const bool reads = map.integer("input_bytes", group.input_bytes, 0, kMaxTaskBytes);
  const bool writes = map.integer("output_bytes", group.output_bytes, 0, kMaxTaskBytes);
  group.bytes_given = group.bytes_given || reads || writes;
  map.finish();
  return group;
}

}  // namespace

void read_cycles(MapReader& map, WorkloadJobShape& jobs) {
  const YamlNode* given = map.find("cycles");
  if (given == nullptr || !given->is_map()) {
    map.integer("cycles", jobs.cycles, 0, kMaxTaskCycles);
    return;
  }
  MapReader types(*given, "cycles", map.diagnostics());
  for (std::size_t i = 0; i + 1 < given->items.size(); i += 2) {
    TypeCycles cycles{given->items[i].text};
    if (types.integer(given->items[i].text, cycles.cycles, 0, kMaxTaskCycles)) {
      jobs.cycles_by_type.push_back(std::move(cycles));
    }
  }
  types.finish();
  if (given->items.empty()) map.error("cycles", "must name at least one type of processor, {type: cycles}");
  const auto least = std::min_element(jobs.cycles_by_type.begin(), jobs.cycles_by_type.end(),
                                      [](const TypeCycles& a, const TypeCycles& b) { return a.cycles < b.cycles; });
  if (least != jobs.cycles_by_type.end()) jobs.cycles = least->cycles;
}

const YamlNode* read_job_count(MapReader& map, WorkloadTask& task) {
  const bool event = task.cls == TaskClass::event;
  if (event) task.jobs = 0;
  const YamlNode* node = map.find("jobs");
  if (node != nullptr && node->is_sequence()) {
    if (event) map.error("jobs", "must be 0 or absent in an event task, not a list");
    return event ? nullptr : node;
  }
  if (!map.integer("jobs", task.jobs, 0, kMaxTaskJobs)) return nullptr;
  if (event && task.jobs != 0) {
    map.error("jobs", "must be 0 or absent in an event task, not " + std::to_string(task.jobs));
  } else if (!event && task.jobs == 0) {
    map.error("jobs", "must be 1 to " + std::to_string(kMaxTaskJobs) + ", not 0 (an event task has none)");
  }
  return nullptr;
}

void read_job_groups(const YamlNode& list, WorkloadTask& task, Diagnostics& diagnostics) {
  std::vector<WorkloadJobGroup> groups;
  std::uint64_t jobs = 0;
  for (const YamlNode& item : list.items) {
    if (!item.is_map()) {
      diagnostics.error(item.where(), "a group of jobs must be a map of keys, not " + describe(item));
      continue;
    }
    WorkloadJobGroup group = read_group(item, task, diagnostics);
    jobs += group.jobs;
    if (!groups.empty() && equal(groups.back(), group)) {
      groups.back().jobs += group.jobs;
    } else {
      groups.push_back(std::move(group));
    }
  }
  if (list.items.empty()) diagnostics.error(list.where(), "jobs must be a number or a list of at least one group");
  if (jobs > kMaxTaskJobs) {
    diagnostics.error(list.where(),
                      "jobs must be at most " + std::to_string(kMaxTaskJobs) + " in all, not " + std::to_string(jobs));
  }
  if (groups.empty() || jobs > kMaxTaskJobs) return;
  task.jobs = static_cast<std::uint32_t>(jobs);
  WorkloadJobShape& alike = task;
  if (groups.size() == 1) {
    alike = groups.front();
    return;
  }
  alike = WorkloadJobShape();
  for (const WorkloadJobGroup& group : groups) task.cycles = std::max(task.cycles, group.cycles);
  task.groups = std::make_shared<const std::vector<WorkloadJobGroup>>(std::move(groups));
}

}  // namespace gantry
