// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/socket_platform.h"

#include <string>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/device/task_scheduler_regs.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/scheduler_of.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::sc {

namespace {

SocketPlatform::Terminals number_terminals(const Architecture& architecture) {
  SocketPlatform::Terminals t;
  t.host = 0;
  t.scheduler = 1;
  t.first_memory = 2;
  t.first_processor = t.first_memory + architecture.memory->controllers;
  t.first_send_port = t.first_processor + processor_count(architecture);
  return t;
}

/// In the order of Machine, since arbiters look at it.
std::vector<NetworkTerminal> list_terminals(const Architecture& architecture, const Topology& topology) {
  const EndpointPlacement placement = place_endpoints(architecture, topology.nodes());
  std::vector<NetworkTerminal> all = {{"host", placement.host, 1}, {"scheduler", placement.scheduler, 2}};
  for (std::uint32_t c = 0; c < placement.memory.size(); ++c) {
    all.push_back({"memory" + std::to_string(c), placement.memory[c], 0});
  }
  const std::vector<ProcessorInfo> processors = list_processors(architecture);
  for (ProcessorId p = 0; p < processors.size(); ++p) all.push_back({processors[p].name, placement.processors[p], 1});
  for (std::uint32_t port = 0; port < architecture.dispatcher->send_ports; ++port) {
    all.push_back({"scheduler.send" + std::to_string(port), placement.scheduler, 1});
  }
  return all;
}

SchedulerDeviceConfig describe_scheduler(const Architecture& architecture, const PolicyConfig& policies,
                                         const MachineCatalogue& catalogue) {
  if (architecture.control->on()) {
    throw Error("a platform of sockets has no control network (interconnect.control: topology none)",
                ErrorKind::unsupported);
  }
  if (architecture.host->push) {
    throw Error("a platform of sockets has rings of descriptors (host.push: false)", ErrorKind::unsupported);
  }
  SchedulerDeviceConfig config = scheduler_of(architecture, policies, catalogue);
  config.hops = hops_to_processors(architecture, *make_topology(architecture, catalogue.topologies));
  return config;
}

}  // namespace

SocketPlatform::SocketPlatform(const sc_core::sc_module_name& name, const Architecture& architecture,
                               const PolicyConfig& policies, const Outside& outside, GatedClock& clock,
                               GatedClock& scheduler_clock, const Without& without, const MachineCatalogue& catalogue)
    : sc_core::sc_module(name),
      terminals(number_terminals(architecture)),
      network("network", architecture.interconnect, make_topology(architecture, catalogue.topologies),
              list_terminals(architecture, *make_topology(architecture, catalogue.topologies)), clock,
              catalogue.routings),
      scheduler("scheduler", describe_scheduler(architecture, policies, catalogue),
                {kProcessors, kProcessorBytes, false, outside.scheduler}, scheduler_clock) {
  const auto processor_total = terminals.first_send_port - terminals.first_processor;
  AddressMap& map = network.map();
  std::vector<TerminalId> controllers;
  for (std::uint32_t c = 0; c < architecture.memory->controllers; ++c)
    controllers.push_back(terminals.first_memory + c);
  map.add_interleaved(0, kMemoryBytes, architecture.memory->interleave(), controllers);
  map.add(kRegisters, kRegistersBytes, terminals.scheduler);
  map.add(kMessages, kMessagesBytes, terminals.host);
  for (ProcessorId p = 0; p < processor_total; ++p) {
    map.add(kProcessors + p * kProcessorBytes, kProcessorBytes, terminals.first_processor + p);
  }

  network.to(terminals.scheduler).bind(scheduler.registers.socket);
  scheduler.memory.socket.bind(network.from(terminals.scheduler, 0));
  scheduler.messages.socket.bind(network.from(terminals.scheduler, 1));
  for (std::uint32_t port = 0; port < architecture.dispatcher->send_ports; ++port) {
    scheduler.jobs(port).bind(network.from(terminals.first_send_port + port));
  }
  if (!without.host) {
    host = std::make_unique<Host>("host", architecture, Host::Addresses{kRegisters, kMessages}, *outside.tasks,
                                  *outside.host, clock);
    host->bus.socket.bind(network.from(terminals.host));
    network.to(terminals.host).bind(host->messages.socket);
  }
  if (!without.memory) {
    memory = std::make_unique<Memory>("memory", architecture, clock);
    for (std::uint32_t c = 0; c < architecture.memory->controllers; ++c) {
      network.to(controllers[c]).bind(memory->socket(c));
    }
  }
  if (!without.processors) {
    processors = std::make_unique<Processors>("processors", architecture, kRegisters + GANTRY_TS_COMPLETION, clock);
    for (ProcessorId p = 0; p < processor_total; ++p) {
      processors->bus(p).bind(network.from(terminals.first_processor + p));
      network.to(terminals.first_processor + p).bind(processors->jobs(p));
    }
  }
}

}  // namespace gantry::sc
