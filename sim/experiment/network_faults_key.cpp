// SPDX-License-Identifier: Apache-2.0
#include "experiment/network_faults_key.h"

#include <algorithm>
#include <optional>
#include <string>

#include "gantry/base/error.h"
#include "gantry/network/control_config.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/remaining_network.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"

namespace gantry {

namespace {

bool is_same(const NetworkFault& a, const NetworkFault& b) {
  return a.router == b.router && a.other == b.other && a.control == b.control;
}

std::string place_of(const NetworkFault& fault) {
  if (fault.other == kNone) return "router " + std::to_string(fault.router);
  return "the link between routers " + std::to_string(fault.router) + " and " + std::to_string(fault.other);
}

}  // namespace

bool NetworkFaultsReader::reads(const YamlNode& item) {
  return item.find("link") != nullptr || item.find("router") != nullptr;
}

void NetworkFaultsReader::check_keys(MapReader& map, const FaultKeys& keys) const {
  const YamlNode& node = map.node();
  if (keys.router && node.find("link") != nullptr) map.error("router", "does not go with `link`");
  for (const char* key : {"processor", "memory", "cycles", "factor"}) {
    if (node.find(key) != nullptr) map.error(key, "does not go with a link or a router");
  }
  if (keys.kind == FaultKind::corrupt) {
    if (keys.router) map.error("kind", "of a router must be `die`");
    if (keys.drain) map.error("drain", "goes with `kind: die`");
    if (!keys.at && !keys.mean_cycles) map.error("at", "is missing (or `mean_cycles`, for faults at random times)");
    if (keys.at && keys.mean_cycles) map.error("mean_cycles", "does not go with `at`");
    return;
  }
  if (keys.kind != FaultKind::die) map.error("kind", "of a link or a router must be `die`, or of a link `corrupt`");
  if (keys.mean_cycles) map.error("mean_cycles", "goes with `kind: corrupt` of a link");
  if (!keys.at) map.error("at", "is missing");
}

/// Returns the name of the topology that a fault is in.
const std::string& NetworkFaultsReader::name_of(const NetworkFault& fault) const {
  return fault.control ? architecture_.control->topology : architecture_.interconnect.topology;
}

/// Returns the topology of a network; nullptr, and a report, if it has no routers.
const Topology* NetworkFaultsReader::topology(MapReader& map, bool control) {
  std::unique_ptr<Topology>& found = topologies_[control ? 1 : 0];
  if (control && !architecture_.control->on()) {
    map.error("network", "is `control`, and the architecture has no control network");
  } else if (control && architecture_.control->is_star()) {
    map.error("network", "is `control`, which is a star here: it has no routers");
  } else if (found == nullptr) {
    try {
      found = control ? make_control_topology(architecture_) : make_topology(architecture_);
    } catch (const Error&) {
      // Reported with the architecture.
    }
  }
  return found.get();
}

void NetworkFaultsReader::read_link(MapReader& map, const Topology& topology, NetworkFault& fault) const {
  const YamlNode& list = *map.find("link");
  if (!list.is_sequence() || list.items.size() != 2) {
    map.error("link", "must be a list of two routers, such as [0, 1]");
    return;
  }
  std::uint32_t ends[2] = {};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto router = read_integer(list.items[i], map.path("link") + '[' + std::to_string(i) + ']', 0,
                                     topology.routers() - 1, diagnostics_);
    if (!router) return;
    ends[i] = static_cast<std::uint32_t>(*router);
  }
  fault.router = std::min(ends[0], ends[1]);
  fault.other = std::max(ends[0], ends[1]);
  if (!is_link_of(topology, {fault.router, fault.other, {}})) {
    map.error("link", "is [" + std::to_string(ends[0]) + ", " + std::to_string(ends[1]) + "], and the topology " +
                          name_of(fault) + " has no such link");
  }
}

void NetworkFaultsReader::read(MapReader& map, const FaultKeys& keys) {
  const std::size_t before = diagnostics_.size();
  check_keys(map, keys);
  const Topology* const topology = this->topology(map, keys.control);
  if (topology == nullptr) return;
  NetworkFault fault;
  fault.control = keys.control;
  fault.at = keys.at.value_or(0);
  if (keys.drain) fault.kind = NetworkFaultKind::drain;
  if (keys.kind == FaultKind::corrupt) fault.kind = NetworkFaultKind::corrupt;
  fault.mean = keys.mean_cycles.value_or(0);
  fault.router = keys.router.value_or(0);
  if (!keys.router) {
    read_link(map, *topology, fault);
  } else if (fault.router >= topology->routers()) {
    map.error("router", "is " + std::to_string(fault.router) + ", and the topology " + name_of(fault) +
                            " has the routers 0 to " + std::to_string(topology->routers() - 1));
  }
  if (diagnostics_.size() != before) return;
  const bool dies = fault.kind != NetworkFaultKind::corrupt;
  for (const auto& [other, node] : faults_) {
    if (!is_same(other, fault) || dies == (other.kind == NetworkFaultKind::corrupt)) continue;
    if (dies) {
      diagnostics_.error(map.node().where(), place_of(fault) + " dies twice");
    } else if (fault.mean > 0 || other.mean > 0) {
      diagnostics_.error(map.node().where(), place_of(fault) + " damages flits at random times, and others");
    } else {
      continue;
    }
    break;
  }
  faults_.emplace_back(fault, &map.node());
}

/// What is dead from the start must leave ways between all endpoints of a network.
void NetworkFaultsReader::check_ways(bool control) const {
  if (topologies_[control ? 1 : 0] == nullptr) return;
  const Topology& topology = *topologies_[control ? 1 : 0];
  RemainingNetwork rest(topology);
  const YamlNode* last = nullptr;
  for (const auto& [fault, node] : faults_) {
    if (fault.at > 0 || fault.kind == NetworkFaultKind::corrupt || fault.control != control) continue;
    rest.lose(fault);
    last = node;
  }
  if (last == nullptr) return;
  std::vector<std::string> names = {"host", "scheduler"};
  std::vector<std::uint32_t> nodes;
  try {
    if (control) {
      nodes = control_terminal_nodes(architecture_);
    } else {
      const EndpointPlacement placement = place_endpoints(architecture_, topology.nodes());
      nodes = {placement.host, placement.scheduler};
      nodes.insert(nodes.end(), placement.memory.begin(), placement.memory.end());
      nodes.insert(nodes.end(), placement.processors.begin(), placement.processors.end());
      for (std::size_t c = 0; c < placement.memory.size(); ++c) names.push_back("memory" + std::to_string(c));
    }
  } catch (const Error&) {
    return;  // reported with the architecture
  }
  for (const ProcessorInfo& info : list_processors(architecture_)) names.push_back(info.name);
  rest.find_routes({});
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (rest.has_way(topology.router_of(nodes[0]), topology.router_of(nodes[i]))) continue;
    diagnostics_.error(last->where(), "faults leave no way from host to " + names[i] + " from cycle 0 on");
    return;
  }
}

std::vector<NetworkFault> NetworkFaultsReader::finish() {
  if (faults_.empty()) return {};
  for (const bool control : {false, true}) check_ways(control);
  std::vector<NetworkFault> faults;
  for (const auto& read : faults_) faults.push_back(read.first);
  return faults;
}

}  // namespace gantry
