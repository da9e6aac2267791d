// SPDX-License-Identifier: Apache-2.0
#include "gantry/device/device_facts.h"

#include <algorithm>

#include "gantry/device/task_scheduler_regs.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace device {

namespace {

constexpr std::uint64_t kTypesBegin = GANTRY_TS_TYPE(0);
constexpr std::uint64_t kTypeBytes = GANTRY_TS_TYPE(1) - GANTRY_TS_TYPE(0);
constexpr std::uint64_t kRingAlignment = 8;
static_assert(GANTRY_TS_TYPE(GANTRY_TS_MOST_TYPES) <= GANTRY_TS_QUEUE(0), "types stand before queues");

std::uint64_t type_value(const DeviceFacts::Type& type, std::uint64_t offset) {
  switch (kTypesBegin + offset) {
    case GANTRY_TS_TYPE_PROCESSORS(0):
      return std::uint64_t{type.places} << 32 | type.processors;
    case GANTRY_TS_TYPE_DEPTH(0):
      return std::uint64_t{type.most_depth} << 32 | type.least_depth;
    case GANTRY_TS_TYPE_JOB_BYTES(0):
      return type.most_job_bytes;
    default:
      return type.dma ? GANTRY_TS_TYPE_DMA : 0;
  }
}

std::vector<DeviceFacts::Type> types_of(const std::vector<ProcessorInfo>& processors) {
  std::vector<DeviceFacts::Type> types(count_types(processors));
  for (const ProcessorInfo& info : processors) {
    DeviceFacts::Type& type = types[info.type];
    type.least_depth = type.processors == 0 ? info.queue_depth : std::min(type.least_depth, info.queue_depth);
    type.most_depth = std::max(type.most_depth, info.queue_depth);
    type.most_job_bytes = std::max(type.most_job_bytes, info.max_job_bytes);
    type.dma = info.type_name == kDmaType;
    type.places += info.queue_depth;
    ++type.processors;
  }
  return types;
}

}  // namespace

std::uint64_t DeviceFacts::matching() const {
  const std::uint64_t flags = (gang ? GANTRY_TS_MATCHING_GANG : 0) | (at_once ? GANTRY_TS_MATCHING_IDLE : 0);
  const std::uint64_t most = GANTRY_TS_MOST_JOBS;
  return (gang ? std::min(in_time, most) : most) << 32 | flags;
}

std::optional<std::uint64_t> DeviceFacts::value_at(std::uint64_t offset) const {
  switch (offset) {
    case GANTRY_TS_ID:
      return std::uint64_t{GANTRY_TS_VERSION} << 32 | GANTRY_TS_ID_MAGIC;
    case GANTRY_TS_CAPABILITIES:
      return std::uint64_t{types.size()} << 48 | std::uint64_t{predecessors} << 32 | std::uint64_t{processors} << 16 |
             queues.per_class;
    case GANTRY_TS_DESCRIPTOR:
      return std::uint64_t{completion_window} << 32 | full_bytes;
    case GANTRY_TS_RING_LIMITS:
      return kRingAlignment << 32 | GANTRY_TS_MOST_ENTRIES;
    case GANTRY_TS_CAPACITY:
      return std::uint64_t{cache_window} << 48 | std::uint64_t{slots} << 32 | cached_tasks;
    case GANTRY_TS_MATCHING:
      return matching();
    default:
      break;
  }
  if (offset < kTypesBegin) return std::nullopt;
  const std::uint64_t number = (offset - kTypesBegin) / kTypeBytes;
  if (number >= types.size()) return std::nullopt;
  return type_value(types[static_cast<std::size_t>(number)], offset % kTypeBytes);
}

DeviceFacts device_facts(const TaskSchedulerConfig& scheduler, const std::vector<ProcessorInfo>& processors) {
  const DispatcherConfig& dispatcher = *scheduler.dispatcher;
  DeviceFacts facts;
  facts.queues = {scheduler.task_cache->queues_per_class};
  facts.processors = static_cast<std::uint32_t>(processors.size());
  facts.predecessors = scheduler.descriptor->predecessors;
  facts.full_bytes = scheduler.descriptor->full_bytes;
  facts.completion_window = scheduler.monitor->completion_window;
  facts.cached_tasks = scheduler.task_cache->capacity;
  facts.cache_window = scheduler.task_cache->window;
  facts.slots = scheduler.decomposer->slots;
  facts.gang = dispatcher.mode == MatchMode::gang;
  facts.at_once = dispatcher.match_against != MatchAgainst::capable;
  facts.in_time = std::uint64_t{dispatcher.match_jobs_per_cycle} * dispatcher.match_timeout;
  facts.types = types_of(processors);
  return facts;
}

}  // namespace device
}  // namespace gantry
