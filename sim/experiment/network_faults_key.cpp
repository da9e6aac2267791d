// SPDX-License-Identifier: Apache-2.0
#include "experiment/network_faults_key.h"

#include <algorithm>
#include <optional>
#include <string>

#include "gantry/base/error.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/remaining_network.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"

namespace gantry {

namespace {

bool is_same(const NetworkFault& a, const NetworkFault& b) { return a.router == b.router && a.other == b.other; }

std::string name_of(const NetworkFault& fault) {
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
  for (const char* key : {"processor", "memory", "mean_cycles", "cycles", "factor"}) {
    if (node.find(key) != nullptr) map.error(key, "does not go with a link or a router");
  }
  if (keys.kind != FaultKind::die) map.error("kind", "of a link or a router must be `die`");
  if (!keys.at) map.error("at", "is missing");
}

void NetworkFaultsReader::read_link(MapReader& map, NetworkFault& fault) const {
  const YamlNode& list = *map.find("link");
  if (!list.is_sequence() || list.items.size() != 2) {
    map.error("link", "must be a list of two routers, such as [0, 1]");
    return;
  }
  std::uint32_t ends[2] = {};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto router = read_integer(list.items[i], map.path("link") + '[' + std::to_string(i) + ']', 0,
                                     topology_->routers() - 1, diagnostics_);
    if (!router) return;
    ends[i] = static_cast<std::uint32_t>(*router);
  }
  fault.router = std::min(ends[0], ends[1]);
  fault.other = std::max(ends[0], ends[1]);
  if (!is_link_of(*topology_, {fault.router, fault.other, {}})) {
    map.error("link", "is [" + std::to_string(ends[0]) + ", " + std::to_string(ends[1]) + "], and the topology " +
                          architecture_.interconnect.topology + " has no such link");
  }
}

void NetworkFaultsReader::read(MapReader& map, const FaultKeys& keys) {
  const std::size_t before = diagnostics_.size();
  check_keys(map, keys);
  if (topology_ == nullptr) {
    try {
      topology_ = make_topology(architecture_);
    } catch (const Error&) {
      return;  // reported with the architecture
    }
  }
  NetworkFault fault;
  fault.at = keys.at.value_or(0);
  if (keys.drain) fault.kind = NetworkFaultKind::drain;
  fault.router = keys.router.value_or(0);
  if (!keys.router) {
    read_link(map, fault);
  } else if (fault.router >= topology_->routers()) {
    map.error("router", "is " + std::to_string(fault.router) + ", and the topology " +
                            architecture_.interconnect.topology + " has the routers 0 to " +
                            std::to_string(topology_->routers() - 1));
  }
  if (diagnostics_.size() != before) return;
  const auto found =
      std::find_if(faults_.begin(), faults_.end(), [&](const auto& read) { return is_same(read.first, fault); });
  if (found != faults_.end()) diagnostics_.error(map.node().where(), name_of(fault) + " dies twice");
  faults_.emplace_back(fault, &map.node());
}

/// What is dead from the start must leave ways between all endpoints.
void NetworkFaultsReader::check_ways() const {
  RemainingNetwork rest(*topology_);
  const YamlNode* last = nullptr;
  for (const auto& [fault, node] : faults_) {
    if (fault.at > 0) continue;
    rest.lose(fault);
    last = node;
  }
  if (last == nullptr) return;
  EndpointPlacement placement;
  try {
    placement = place_endpoints(architecture_, topology_->nodes());
  } catch (const Error&) {
    return;  // reported with the architecture
  }
  std::vector<std::pair<std::string, std::uint32_t>> ends = {{"scheduler", placement.scheduler}};
  for (std::size_t c = 0; c < placement.memory.size(); ++c)
    ends.emplace_back("memory" + std::to_string(c), placement.memory[c]);
  const std::vector<ProcessorInfo> processors = list_processors(architecture_);
  for (std::size_t p = 0; p < processors.size(); ++p) ends.emplace_back(processors[p].name, placement.processors[p]);
  rest.find_routes({});
  for (const auto& [name, end] : ends) {
    if (rest.has_way(topology_->router_of(placement.host), topology_->router_of(end))) continue;
    diagnostics_.error(last->where(), "faults leave no way from host to " + name + " from cycle 0 on");
    return;
  }
}

std::vector<NetworkFault> NetworkFaultsReader::finish() {
  if (faults_.empty()) return {};
  check_ways();
  std::vector<NetworkFault> faults;
  for (const auto& read : faults_) faults.push_back(read.first);
  return faults;
}

}  // namespace gantry
