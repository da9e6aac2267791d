// SPDX-License-Identifier: Apache-2.0
#include "network/network_experiment.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include "architecture/architecture_reader.h"
#include "architecture/graph_reader.h"
#include "architecture/interconnect_check.h"
#include "architecture/traffic_reader.h"
#include "cost/cost_file.h"
#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "gantry/network/fabric.h"
#include "gantry/network/topology.h"
#include "text/file_kind.h"
#include "text/key_places.h"
#include "text/key_reader.h"
#include "text/key_writer.h"
#include "text/moved_paths.h"
#include "text/origin.h"
#include "text/set_option.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr Cycle kMostMeasured = 1000000000;
constexpr std::uint32_t kMostRuns = 100;

/// All but the maps whose readers look at more than their keys.
class OwnKeys final : public KeyReader {
 public:
  using KeyReader::KeyReader;

 private:
  bool begin_section(const Key& key) override {
    if (key.name == "output") return KeyReader::begin_section(key);
    here().find(key.name);
    return false;
  }
};

class NetworkReader final : public ExperimentDocument {
 public:
  NetworkReader(NetworkExperiment& to, Diagnostics& diagnostics)
      : ExperimentDocument(FileKind::network_experiment, to, diagnostics), to_(to) {}

 private:
  void prepare(YamlNode& document) override {
    expand_graph(document.find("interconnect"), path(), inputs(), diagnostics_);
  }

  void read(const YamlNode& document) override {
    MapReader map(document, "", diagnostics_);
    const YamlNode* found = document.find("interconnect");
    const SourcePosition at = found != nullptr ? found->where() : document.where();
    const std::size_t before = diagnostics_.size();
    OwnKeys keys(map);
    describe(keys, to_);
    if (found != nullptr) {
      MapReader section(*found, "interconnect", diagnostics_);
      read_interconnect(section, ChannelUse::shared, to_.interconnect);
      section.finish(place_in<NetworkExperiment>);
    }
    read_origin(map, to_.overrides);
    read_cost(document);
    const auto topology = diagnostics_.size() == before ? read_shape(found, at) : nullptr;
    if (topology) check_nodes(document, at, *topology);
    if (const YamlNode* traffic = map.find("traffic")) {
      const Rates rates = to_.saturation ? Rates::none_is_fine : Rates::any;
      read_traffic(*traffic, {"traffic", to_.grid, rates, 1, directory_of(path()), &inputs()}, to_.traffic,
                   diagnostics_);
    } else {
      diagnostics_.error(document.where(), "a network experiment needs the key `traffic` (a map)");
    }
    if (topology) check_shape(found, at, *topology);
    check_priorities(document.find("traffic"), "traffic", "interconnect", to_.traffic, to_.interconnect, diagnostics_);
    map.finish(place_in<NetworkExperiment>);
  }

  static InterconnectPlace place_of(const YamlNode* section, const SourcePosition& at) {
    return {section, at, "interconnect", "fewer nodes on a router"};
  }

  void read_cost(const YamlNode& document) {
    const auto cost = read_architecture_cost(document, "", path(), diagnostics_);
    if (!cost) return;
    to_.cost = cost->figures;
    if (cost->given) to_.cost_given = std::make_shared<const YamlNode>(*cost->given);
    inputs().insert(inputs().end(), cost->files.begin(), cost->files.end());
  }

  std::unique_ptr<Topology> read_shape(const YamlNode* section, const SourcePosition& at) {
    auto topology = find_topology(to_.interconnect, to_.endpoints, place_of(section, at), diagnostics_);
    if (topology == nullptr) return topology;
    to_.grid = node_grid(to_.interconnect, *topology);
    const std::uint32_t nodes = topology->nodes();
    if (nodes < 2) diagnostics_.error(at, "a network needs at least 2 nodes (here there is 1)");
    if (nodes > kMaxEndpoints) {
      diagnostics_.error(at, "a network has at most " + std::to_string(kMaxEndpoints) + " nodes (here there are " +
                                 std::to_string(nodes) + ")");
    }
    return topology;
  }

  /// Whether the number of nodes of the topology does not depend on `nodes`.
  [[nodiscard]] bool has_own_size() const {
    const auto& make = builtin_topologies().find(to_.interconnect.topology)->make;
    try {
      return make(to_.interconnect, 2)->nodes() == make(to_.interconnect, kMaxEndpoints)->nodes();
    } catch (const Error&) {
      return false;  // it has no such size
    }
  }

  /// `nodes` is the size of a topology without a size of its own. Each of them has a place there.
  void check_nodes(const YamlNode& document, const SourcePosition& at, const Topology& topology) {
    const YamlNode* given = document.find("nodes");
    const std::uint32_t nodes = topology.nodes();
    const std::string size = std::to_string(nodes) + " nodes by its own keys";
    const std::string name = "the topology " + to_.interconnect.topology;
    if (has_own_size()) {
      if (given == nullptr || to_.endpoints == nodes) return;
      const YamlNode* section = document.find("interconnect");
      if (section != nullptr && any_set(*section) && !is_set(*given)) {
        diagnostics_.note(given->where(), "nodes falls away: " + name + " has " + size);
      } else {
        diagnostics_.error(given->where(), "nodes is " + std::to_string(to_.endpoints) + ", and " + name + " has " +
                                               size + " (leave out `nodes`, or the keys of the size)");
      }
    } else if (nodes < to_.endpoints) {
      diagnostics_.error(given != nullptr ? given->where() : at,
                         "nodes is " + std::to_string(to_.endpoints) + ", and " + name + " has at most " +
                             std::to_string(nodes) + " with these keys (fewer nodes, or more of its routers)");
    }
  }

  /// Whether `--set` gave the value or a part of it.
  static bool any_set(const YamlNode& value) {
    return is_set(value) || std::any_of(value.items.begin(), value.items.end(), any_set);
  }

  /// Replies need channels of their own.
  void check_shape(const YamlNode* section, const SourcePosition& at, const Topology& topology) {
    std::vector<std::uint32_t> terminals(topology.nodes());
    std::iota(terminals.begin(), terminals.end(), 0U);
    check_routers(to_.interconnect, topology, channel_use(to_.traffic), terminals, place_of(section, at), diagnostics_);
  }

  NetworkExperiment& to_;
};

}  // namespace

void describe(KeyVisitor& keys, NetworkExperiment& experiment) {
  keys.text("name", experiment.name, "the file's name without its ending", "for reports");
  keys.number("seed", experiment.seed, {0, std::numeric_limits<std::uint64_t>::max()}, "",
              "of the traffic; `--seed` overrides it");
  OneKindInterconnect interconnect{experiment.interconnect};
  keys.section("interconnect", interconnect,
               "topology and routers; all virtual channels carry any packet, and packets are counted in flits");
  keys.number("nodes", experiment.endpoints, {2, kMaxEndpoints}, "", "of a topology that sizes itself");
  keys.number("measured_cycles", experiment.measured_cycles, {0, kMostMeasured}, "cycles",
              "whose packets are measured; 0 = until the mean is known well enough");
  keys.flag("saturation", experiment.saturation, "also look for the highest stable load");
  keys.number("runs", experiment.runs, {1, kMostRuns}, "",
              "with traffic of their own: of a load of which one does not make clear whether it is stable, and of the "
              "search for saturation");
  keys.form("cost", {{"string", "object"}, "a path, or a map"}, "Gantry's own figures",
            "figures of energy and the process node ([cost](cost.md))");
  keys.section("output", experiment.output, "what `--out` writes for each load");
  TrafficKeys traffic{experiment.traffic};
  keys.section("traffic", traffic, "who sends how much to whom");
}

std::unique_ptr<Topology> make_topology(const NetworkExperiment& experiment) {
  const auto* entry = builtin_topologies().find(experiment.interconnect.topology);
  return entry->make(experiment.interconnect, experiment.endpoints);
}

std::optional<NetworkExperiment> read_network_experiment(const std::string& text, const std::string& path,
                                                         const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics) {
  return read_document<NetworkReader, NetworkExperiment>(parse_yaml(text, path, diagnostics), path, sets, diagnostics);
}

std::string resolved_network_experiment(NetworkExperiment& experiment, const std::string& directory) {
  const auto topology = make_topology(experiment);
  topology->resolve(experiment.interconnect.own);
  experiment.endpoints = topology->nodes();
  YamlNode given = *experiment.given;
  if (YamlNode* cost = given.find("cost")) *cost = *experiment.cost_given;
  if (YamlNode* traffic = given.find("traffic")) move_paths(*traffic, directory_of(experiment.path), directory);
  KeyWriter keys(given);
  describe(keys, experiment);
  return keys.text() + origin_text(experiment.overrides);
}

}  // namespace gantry
