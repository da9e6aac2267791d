// SPDX-License-Identifier: Apache-2.0
// Random faults for a random experiment, from its seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "experiment/experiment.h"
#include "gantry/base/random.h"
#include "gantry/network/control_config.h"
#include "gantry/network/topology.h"
#include "gantry/platform/fault_plan.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/store_list.h"

namespace gantry {

/// Up to three faults for every processor, or faults at random times. `fails`: some are failing jobs.
inline FaultPlan random_faults(const Experiment& experiment, bool fails = false) {
  RandomBits bits(experiment.seed, 77);
  FaultPlan plan;
  std::vector<ProcessorFault>& faults = plan.list;
  const std::size_t processors = list_processors(experiment.architecture).size();
  for (ProcessorId p = 0; p < processors; ++p) {
    if (random_below(bits, 5) == 0) {
      ProcessorFault often{p, FaultKind::hang, 0, 1 + random_below(bits, 900)};
      if (fails && random_below(bits, 2) == 0) often.kind = FaultKind::fail;
      plan.rates.push_back({p, 1000 + random_below(bits, 2000), often});
      continue;
    }
    Cycle at = 0;
    for (std::uint64_t n = random_below(bits, 4); n > 0; --n) {
      at += random_below(bits, 2000);
      ProcessorFault fault{p, FaultKind::hang, at, 1 + random_below(bits, 3000)};
      if (random_below(bits, 2) == 0) fault.kind = FaultKind::slow;
      if (fails && random_below(bits, 3) == 0) fault.kind = FaultKind::fail;
      if (fault.kind == FaultKind::slow) fault.factor += random_below(bits, 4000000);
      faults.push_back(fault);
      at = fault.until();
    }
    if (random_below(bits, 8) == 0) faults.push_back({p, FaultKind::die, at + random_below(bits, 2000)});
  }
  return plan;
}

/// Up to four links or routers that die.
inline std::vector<NetworkFault> random_deaths(const Experiment& experiment) {
  RandomBits bits(experiment.seed, 78);
  const std::unique_ptr<Topology> topology = make_topology(experiment.architecture);
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random_below(bits, end)); };
  std::vector<NetworkFault> faults;
  for (std::uint32_t n = 1 + below(4); n > 0; --n) {
    const std::uint32_t router = below(topology->routers());
    const Cycle at = 1 + below(3000);
    const NetworkFaultKind kind = below(2) == 0 ? NetworkFaultKind::drain : NetworkFaultKind::die;
    if (below(8) == 0) {
      faults.push_back({router, kNone, at, kind});
    } else if (topology->ports(router) > 0) {
      const std::uint32_t far = topology->neighbour(router, below(topology->ports(router))).router;
      if (far != kNone && far != router) faults.push_back({std::min(router, far), std::max(router, far), at, kind});
    }
  }
  return faults;
}

/// Up to four faults of links and routers: deaths, and damaged flits. Of the control network, if that has routers.
inline std::vector<NetworkFault> random_network_faults(const Experiment& experiment) {
  RandomBits bits(experiment.seed, 79);
  const ControlConfig& routed = *experiment.architecture.control;
  const bool control = routed.on() && !routed.is_star();
  const std::unique_ptr<Topology> topology =
      control ? make_control_topology(experiment.architecture) : make_topology(experiment.architecture);
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random_below(bits, end)); };
  std::vector<NetworkFault> faults;
  for (std::uint32_t n = 1 + below(4); n > 0; --n) {
    NetworkFault fault;
    fault.router = below(topology->routers());
    fault.at = 1 + below(3000);
    fault.control = control;
    fault.kind = below(2) == 0 ? NetworkFaultKind::drain : NetworkFaultKind::die;
    if (below(8) > 0) {
      if (topology->ports(fault.router) == 0) continue;
      const std::uint32_t far = topology->neighbour(fault.router, below(topology->ports(fault.router))).router;
      if (far == kNone || far == fault.router) continue;
      fault.other = std::max(fault.router, far);
      fault.router = std::min(fault.router, far);
      if (below(3) == 0) {
        fault.kind = NetworkFaultKind::corrupt;
        fault.mean = below(2) == 0 ? 0 : 1000 + below(2000);
        if (fault.mean > 0) fault.at = 0;
      }
    }
    faults.push_back(fault);
  }
  return faults;
}

/// Half of the local stores die.
inline std::vector<StoreFault> random_store_deaths(const Experiment& experiment) {
  RandomBits bits(experiment.seed, 81);
  const auto stores = static_cast<std::uint32_t>(list_stores(experiment.architecture).stores.size());
  std::vector<StoreFault> faults;
  for (std::uint32_t store = 0; store < stores; ++store) {
    if (random_below(bits, 2) == 0) continue;
    const bool drawn = random_below(bits, 4) == 0;
    const Cycle last = Cycle{250} << random_below(bits, 5);
    faults.push_back({store, drawn ? 0 : random_below(bits, last), drawn ? 1000 + random_below(bits, 2000) : 0});
  }
  return faults;
}

/// Errors of all controllers: up to three single ones and times of errors, or errors at random times.
inline std::vector<MemoryFault> random_errors(const Experiment& experiment) {
  RandomBits bits(experiment.seed, 79);
  std::vector<MemoryFault> faults;
  for (std::uint32_t c = 0; c < experiment.architecture.memory->controllers; ++c) {
    if (random_below(bits, 3) == 0) {
      faults.push_back({c, 0, random_below(bits, 2) * 40, 200 + random_below(bits, 2000)});
      continue;
    }
    Cycle at = 0;
    for (std::uint64_t n = random_below(bits, 4); n > 0; --n) {
      at += random_below(bits, 1500);
      const Cycle cycles = random_below(bits, 2) * random_below(bits, 300);
      faults.push_back({c, at, cycles});
      at += cycles;
    }
  }
  return faults;
}

}  // namespace gantry
