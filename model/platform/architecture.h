// SPDX-License-Identifier: Apache-2.0
// Configuration of the machine: a section per block, each in the header beside its block. docs/configuration.md has the
// keys with units and meanings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/section.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace network {

struct ControlConfig;

}  // namespace network
}  // namespace gantry

namespace gantry {
inline namespace scheduler {

struct PickerConfig;

}  // namespace scheduler
}  // namespace gantry

namespace gantry {
inline namespace platform {

struct HostConfig;
struct MemoryConfig;
struct PlacementConfig;
struct ProcessorGroup;

}  // namespace platform

extern template class Section<ControlConfig>;
extern template class Section<HostConfig>;
extern template class Section<MemoryConfig>;
extern template class Section<std::vector<ProcessorGroup>>;
extern template class Section<PlacementConfig>;

inline namespace platform {

/// Most endpoints of an interconnect: host, scheduler, memory controllers, processors.
inline constexpr std::uint32_t kMaxEndpoints = 4096;

struct Architecture : TaskSchedulerConfig {
  std::string name;
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  InterconnectConfig interconnect;
  Section<ControlConfig> control;  ///< the section `interconnect.control`
  Section<HostConfig> host;
  Section<MemoryConfig> memory;
  Section<std::vector<ProcessorGroup>> processors;
  Section<PlacementConfig> placement;

  [[nodiscard]] const PickerConfig& picker() const;
  /// Entries of a ring of descriptors; 0: the host pushes them, and there are no rings.
  [[nodiscard]] std::uint32_t ring_entries() const;
  /// Most bursts in flight of the host: those of outstanding_writes descriptors without further predecessors.
  [[nodiscard]] std::uint32_t write_bursts() const;
  /// Whether a job may count as lost and is issued again.
  [[nodiscard]] bool loses_jobs() const;
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, Architecture& architecture);

}  // namespace platform
}  // namespace gantry
