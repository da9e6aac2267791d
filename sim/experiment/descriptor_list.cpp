// SPDX-License-Identifier: Apache-2.0
#include "experiment/descriptor_list.h"

#include <algorithm>
#include <set>
#include <vector>

#include "experiment/graph_source.h"
#include "experiment/submission_order.h"
#include "gantry/base/error.h"
#include "gantry/device/descriptor_codec.h"
#include "gantry/device/task_list_file.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/memory_map.h"

namespace gantry {

namespace {

void append(std::string& text, std::uint64_t value, std::size_t bytes) {
  std::vector<std::uint8_t> little(bytes);
  write_bytes(value, little.data(), bytes);
  text.append(little.begin(), little.end());
}

void fill_up(std::string& text) { text.append((8 - text.size() % 8) % 8, '\0'); }

}  // namespace

std::optional<std::string> descriptor_list(const Workload& workload, const Architecture& architecture,
                                           const std::string& architecture_file, Diagnostics& diagnostics) {
  std::set<std::string> types;
  for (const ProcessorGroup& group : *architecture.processors) types.insert(group.type);
  std::optional<DescriptorLayout> layout;
  try {
    layout.emplace(*architecture.descriptor, static_cast<std::uint32_t>(types.size()));
  } catch (const Error& why) {
    diagnostics.error({architecture_file, 1, 1}, why.what());
    return std::nullopt;
  }
  const MemoryConfig& memory = *architecture.memory;
  const MemoryMap rooms({memory.burst_bytes, memory.outstanding_bursts}, memory.interleave(), memory.controllers, 0, 0,
                        layout->full_bytes());

  GraphSource source(workload, architecture);
  const std::vector<std::uint32_t> order = submission_order(workload, architecture);
  std::string entries;
  std::uint64_t data_bytes = 0;
  std::uint64_t longest = 0;
  Task task;
  for (std::uint64_t number = 0; source.next(task); ++number) {
    const WorkloadTask& from = workload.tasks[order[number]];
    std::vector<std::uint8_t> descriptor;
    try {
      descriptor = encode_descriptor(task, number, data_bytes, 0, *layout);
    } catch (const Error& why) {
      diagnostics.error(from.where, why.what());
      continue;
    }
    data_bytes += (rooms.room_for(task.input_bytes) + rooms.room_for(task.output_bytes)) * task.jobs;
    longest = std::max<std::uint64_t>(longest, descriptor.size());
    append(entries, task.submit, 8);
    append(entries, descriptor.size(), 4);
    append(entries, from.id.size(), 4);
    entries.append(descriptor.begin(), descriptor.end());
    fill_up(entries);
    entries += from.id;
    fill_up(entries);
  }
  if (!diagnostics.ok()) return std::nullopt;

  std::string file;
  append(file, GANTRY_TASK_LIST_MAGIC, 8);
  append(file, GANTRY_TASK_LIST_VERSION, 4);
  append(file, layout->full_bytes(), 4);
  append(file, layout->predecessors(), 4);
  append(file, layout->types(), 4);
  append(file, order.size(), 8);
  append(file, data_bytes, 8);
  append(file, longest, 8);
  return file + entries;
}

}  // namespace gantry
