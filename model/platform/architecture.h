// SPDX-License-Identifier: Apache-2.0
// Configuration of the machine: one struct per block, named after its section in the architecture file. Every default
// is defined here only. docs/configuration.md has the same keys with units and meanings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/speed.h"
#include "gantry/base/types.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace platform {

/// Most endpoints of an interconnect: host, scheduler, memory controllers, processors.
inline constexpr std::uint32_t kMaxEndpoints = 4096;
inline constexpr std::uint32_t kMaxProcessors = 4096;

struct HostConfig {
  std::uint32_t ring_entries = 64;       ///< descriptors per class queue in global memory, 1..65536
  std::uint32_t outstanding_writes = 8;  ///< descriptor writes not yet acknowledged, 1..1024
  std::uint32_t submit_cycles = 1;       ///< between the starts of two submissions, 1..1000000
  std::uint32_t interrupt_cycles = 1;    ///< to take one interrupt, 1..1000000
};

struct MemoryConfig {
  std::uint32_t controllers = 1;         ///< 1..64
  std::uint32_t latency_cycles = 40;     ///< from acceptance to the first data, 1..100000
  std::uint32_t bytes_per_cycle = 32;    ///< per controller, 1..65536
  std::uint32_t outstanding = 16;        ///< requests in service per controller, 1..4096
  std::uint32_t burst_bytes = 256;       ///< length of a burst, 16..65536
  std::uint32_t outstanding_bursts = 8;  ///< bursts in flight per requester, 1..1024
  /// Size of the blocks that go to consecutive controllers: a multiple of burst_bytes, 16..2^30; kAutomatic:
  /// burst_bytes.
  std::uint32_t interleave_bytes = 0;

  [[nodiscard]] std::uint32_t interleave() const { return interleave_bytes == 0 ? burst_bytes : interleave_bytes; }
};

struct ProcessorGroup {
  std::string name;  ///< default: its type
  std::string type = "core";
  std::uint32_t count = 1;  ///< 1..4096
  Speed speed;
  std::uint32_t word_bytes = 4;           ///< 1..4096
  std::uint64_t max_job_bytes = 1 << 20;  ///< largest job that it takes, 1..2^40
  std::uint32_t queue_depth = 2;          ///< jobs picked and not completed, 1..64
  std::uint32_t cluster = 0;              ///< 0..1023
};

/// Node of every endpoint. Unnamed endpoints take the free nodes in ascending order: host, memory, scheduler,
/// processors.
struct PlacementConfig {
  std::optional<std::uint32_t> host;
  std::optional<std::uint32_t> scheduler;
  std::vector<std::uint32_t> memory;      ///< one per controller, or empty
  std::vector<std::uint32_t> processors;  ///< one per processor, or empty
};

struct Architecture {
  std::string name;
  std::uint32_t clock_mhz = 1000;  ///< 1..100000
  InterconnectConfig interconnect;
  HostConfig host;
  MemoryConfig memory;
  DescriptorConfig descriptor;
  TaskCacheConfig task_cache;
  DecomposerConfig decomposer;
  MonitorConfig monitor;
  DispatcherConfig dispatcher;
  std::vector<ProcessorGroup> processors;
  PlacementConfig placement;

  /// Most bursts in flight of the host: those of outstanding_writes descriptors without further predecessors.
  [[nodiscard]] std::uint32_t write_bursts() const {
    return static_cast<std::uint32_t>(host.outstanding_writes * ceil_div(descriptor.full_bytes, memory.burst_bytes));
  }
};

/// Describe the keys (base/keys.h).
void describe(KeyVisitor& keys, HostConfig& host);
void describe(KeyVisitor& keys, MemoryConfig& memory);
void describe(KeyVisitor& keys, ProcessorGroup& group);
void describe(KeyVisitor& keys, PlacementConfig& placement);
void describe(KeyVisitor& keys, Architecture& architecture);

}  // namespace platform
}  // namespace gantry
