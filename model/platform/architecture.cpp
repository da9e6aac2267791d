// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/architecture.h"

#include "gantry/base/keys.h"
#include "gantry/base/types.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace platform {

namespace {

/// The keys of the section `interconnect`.
struct NetworksOf {
  InterconnectConfig& interconnect;
  ControlConfig& control;
};
void describe(KeyVisitor& keys, NetworksOf& networks) {
  describe(keys, networks.interconnect);
  if (!keys.applies(networks.control.on())) return;
  keys.section("control", networks.control,
               "a network of their own for jobs, completions, doorbells, interrupts and notices to the directory "
               "([timing.md](timing.md#tight-coupling))");
}

}  // namespace

const PickerConfig& Architecture::picker() const { return *dispatcher->picker; }

std::uint32_t Architecture::ring_entries() const { return host->push ? 0 : host->ring_entries; }

std::uint32_t Architecture::write_bursts() const {
  return static_cast<std::uint32_t>(host->outstanding_writes * ceil_div(descriptor->full_bytes, memory->burst_bytes));
}

bool Architecture::loses_jobs() const { return dispatcher->max_retries > 0; }

void describe(KeyVisitor& keys, Architecture& architecture) {
  keys.text("name", architecture.name, "none", "for reports");
  keys.number(
      "clock_mhz", architecture.clock_mhz, {1, 100000}, "MHz",
      "turns cycles into seconds in reports and traces, and seconds of [workload files](workloads.md#mapping) into "
      "cycles");
  NetworksOf networks{architecture.interconnect, *architecture.control};
  keys.section("interconnect", networks, "routers and links");
  keys.section("host", *architecture.host, "the first processor, which submits tasks");
  keys.section("memory", *architecture.memory, "global memory");
  keys.section("descriptor", *architecture.descriptor, "what the host writes of a task");
  keys.section("task_cache", *architecture.task_cache, "descriptors read ahead");
  keys.section("decomposer", *architecture.decomposer, "splits tasks into jobs");
  keys.section("monitor", *architecture.monitor, "ids and completions");
  keys.section("dispatcher", *architecture.dispatcher, "matching, picking and sending");
  keys.section("directory", *architecture.directory, "which local stores have which data");
  keys.sections("processors", *architecture.processors, "group of processors",
                "groups of equal processors, numbered from 0 in this order");
  keys.section("placement", *architecture.placement, "node of every endpoint; what is not placed takes the free nodes");
  keys.form("cost", {{"string", "object"}, "a path, or a map"}, "Gantry's own figures",
            "figures of area and energy and the process node ([cost](cost.md))");
}

}  // namespace platform
}  // namespace gantry
