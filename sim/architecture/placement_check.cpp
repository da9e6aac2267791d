// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <memory>

#include "architecture/architecture_reader.h"
#include "architecture/interconnect_check.h"
#include "gantry/network/control_config.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/placement_config.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// Places endpoints, one per node, and reports conflicts.
class OneEach {
 public:
  OneEach(std::uint32_t nodes, std::string path, Diagnostics& diagnostics)
      : nodes_(nodes), path_(std::move(path)), diagnostics_(diagnostics) {}

  void take(std::uint32_t node, const std::string& endpoint, const SourcePosition& where) {
    if (node >= nodes_) {
      diagnostics_.error(where, path_ + endpoint + " must be a node of the interconnect, 0 to " +
                                    std::to_string(nodes_ - 1) + ", not " + std::to_string(node));
      return;
    }
    const auto [there, free] = taken_.emplace(node, endpoint);
    if (!free) {
      diagnostics_.error(where, path_ + endpoint + " is on node " + std::to_string(node) + ", where " + there->second +
                                    " already is (one endpoint per node)");
    }
  }

 private:
  std::uint32_t nodes_;
  std::string path_;
  Diagnostics& diagnostics_;
  std::map<std::uint32_t, std::string> taken_;
};

void take_list(OneEach& taken, const std::vector<std::uint32_t>& nodes, const std::string& name, const YamlNode* list) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    taken.take(nodes[i], name + '[' + std::to_string(i) + ']',
               list != nullptr && i < list->items.size() ? list->items[i].where() : SourcePosition{});
  }
}

std::string count_off(std::size_t given, std::size_t wanted) {
  return given < wanted ? std::to_string(wanted - given) + " more" : std::to_string(given - wanted) + " fewer";
}

/// Whether the routers of a control network can be built.
void check_control_network(const Architecture& architecture, const YamlNode* interconnect, const std::string& prefix,
                           const SourcePosition& otherwise, Diagnostics& diagnostics) {
  const ControlConfig& control = *architecture.control;
  if (!control.on() || control.is_star()) return;
  const YamlNode* section = interconnect != nullptr ? interconnect->find("control") : nullptr;
  const InterconnectPlace place{section, otherwise, prefix + "interconnect.control",
                                "fewer " + prefix + "dispatcher.send_ports, or another topology"};
  const std::uint32_t endpoints = control_endpoint_count(architecture);
  const std::unique_ptr<Topology> made = find_topology(control, endpoints, place, diagnostics);
  if (made == nullptr) return;
  if (made->nodes() < endpoints) {
    diagnostics.error(section != nullptr ? section->where() : otherwise,
                      "the control network needs " + std::to_string(endpoints) + " nodes (host, scheduler, " +
                          std::to_string(endpoints - 2) + " processors); " + place.path + " has " +
                          std::to_string(made->nodes()));
    return;
  }
  check_routers(control, *made, ChannelUse::shared, control_terminal_nodes(architecture), place, diagnostics);
}

}  // namespace

void check_placement(const Architecture& architecture, const YamlNode& node, const std::string& path,
                     Diagnostics& diagnostics) {
  static const YamlNode kNoNode;
  const YamlNode* found = node.find("placement");
  const YamlNode& placement_node = found != nullptr ? *found : kNoNode;
  const YamlNode* interconnect_node = node.find("interconnect");
  const SourcePosition interconnect_at = interconnect_node != nullptr ? interconnect_node->where() : node.where();
  const std::string prefix = path.empty() ? "" : path + '.';
  const PlacementConfig& placement = *architecture.placement;
  const std::size_t before = diagnostics.size();

  const std::uint32_t processors = processor_count(architecture);
  const std::uint32_t endpoints = endpoint_count(architecture);
  const auto check_length = [&](std::size_t length, std::size_t wanted, const char* key, const char* of) {
    const YamlNode* list = placement_node.find(key);
    if (length == 0 || length == wanted || list == nullptr) return;
    diagnostics.error(list->where(), prefix + "placement." + key + " lists " + std::to_string(length) +
                                         " nodes and must list one for each of the " + std::to_string(wanted) + ' ' +
                                         of + " (" + count_off(length, wanted) +
                                         "; or auto, or no list at all, for free nodes)");
  };
  check_length(placement.memory.size(), architecture.memory->controllers, "memory", "memory controllers");
  check_length(placement.processors.size(), processors, "processors", "processors");

  const std::string need = std::to_string(endpoints) + " nodes (host, scheduler, " +
                           std::to_string(architecture.memory->controllers) + " memory, " + std::to_string(processors) +
                           " processors)";
  if (endpoints > kMaxEndpoints) {
    diagnostics.error(interconnect_at,
                      "the machine needs " + need + "; an interconnect has at most " + std::to_string(kMaxEndpoints));
    return;
  }
  const auto* topology = builtin_topologies().find(architecture.interconnect.topology);
  if (topology == nullptr) {
    diagnostics.error(interconnect_at, prefix + "interconnect.topology must be " + builtin_topologies().choices() +
                                           ", not " + in_quotes(architecture.interconnect.topology));
    return;
  }
  const InterconnectPlace place{interconnect_node, node.where(), prefix + "interconnect",
                                "fewer " + prefix + "dispatcher.send_ports, or nodes on other routers"};
  const std::unique_ptr<Topology> made = find_topology(architecture.interconnect, endpoints, place, diagnostics);
  if (made == nullptr) return;
  const std::uint32_t nodes = made->nodes();
  if (nodes < endpoints) {
    const bool grid = has_key(topology->keys, "columns");
    diagnostics.error(interconnect_at, "the machine needs " + need + "; " + prefix + "interconnect has " +
                                           std::to_string(nodes) + (grid ? " (columns and rows may be auto)" : ""));
    return;
  }
  if (diagnostics.size() != before) return;

  OneEach taken(nodes, prefix + "placement.", diagnostics);
  const auto take_one = [&](const std::optional<std::uint32_t>& at, const char* key) {
    const YamlNode* value = placement_node.find(key);
    if (at) taken.take(*at, key, value != nullptr ? value->where() : placement_node.where());
  };
  take_one(placement.host, "host");
  take_one(placement.scheduler, "scheduler");
  take_list(taken, placement.memory, "memory", placement_node.find("memory"));
  take_list(taken, placement.processors, "processors", placement_node.find("processors"));
  if (diagnostics.size() == before) {
    check_routers(architecture.interconnect, *made, ChannelUse::request_response, terminal_nodes(architecture, *made),
                  place, diagnostics);
  }
  if (diagnostics.size() == before) {
    check_control_network(architecture, interconnect_node, prefix, interconnect_at, diagnostics);
  }
}

}  // namespace gantry
