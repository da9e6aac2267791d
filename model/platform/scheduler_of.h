// SPDX-License-Identifier: Apache-2.0
// The scheduler of an architecture as a device for other platforms.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/device/scheduler_device.h"
#include "gantry/network/topology.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/machine_catalogue.h"
#include "gantry/scheduler/policy_config.h"

namespace gantry {
inline namespace platform {

/// Returns the scheduler's sections and its processors. `catalogue` must outlive the result. Every processor is one hop
/// away; hops_to_processors() has the hops in the architecture's own interconnect.
[[nodiscard]] SchedulerDeviceConfig scheduler_of(const Architecture& architecture, const PolicyConfig& policies = {},
                                                 const MachineCatalogue& catalogue = builtin_catalogue());
/// Returns the hops of a job's message from the scheduler to each processor, on the network that carries it. The wire
/// of a star is one. `topologies`: of control networks.
[[nodiscard]] std::vector<std::uint32_t> hops_to_processors(const Architecture& architecture, const Topology& topology,
                                                            const TopologyCatalogue& topologies = builtin_topologies());

}  // namespace platform
}  // namespace gantry
