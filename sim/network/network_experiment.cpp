// SPDX-License-Identifier: Apache-2.0
#include "network/network_experiment.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <numeric>

#include "config/architecture_reader.h"
#include "config/interconnect_check.h"
#include "config/set_option.h"
#include "config/text_file.h"
#include "config/yaml_reader.h"
#include "core/fabric.h"
#include "core/topology.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostPacketFlits = 65536;
constexpr Cycle kMostMeasured = 1000000000;
constexpr std::uint64_t kMostTraceCycles = std::uint64_t{1} << 48;

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void read(const YamlNode& document, NetworkExperiment& to) {
    MapReader map(document, "", diagnostics_);
    map.text("name", to.name);
    map.integer("seed", to.seed, 0, std::numeric_limits<std::uint64_t>::max());
    map.integer("nodes", to.endpoints, 2, kMaxEndpoints);
    map.integer("measured_cycles", to.measured_cycles, 0, kMostMeasured);
    map.boolean("saturation", to.saturation);
    const YamlNode* found = map.find("interconnect");
    const SourcePosition at = found != nullptr ? found->where() : document.where();
    const std::size_t before = diagnostics_.size();
    if (found != nullptr) {
      MapReader section(*found, "interconnect", diagnostics_);
      read_interconnect(section, ChannelUse::shared, to.interconnect);
      section.finish();
    }
    if (diagnostics_.size() == before) read_shape(found, at, to);
    if (const YamlNode* traffic = map.find("traffic")) {
      read_traffic(*traffic, to);
    } else {
      diagnostics_.error(document.where(), "a network experiment needs the key `traffic` (a map)");
    }
    map.finish();
  }

 private:
  void read_shape(const YamlNode* section, const SourcePosition& at, NetworkExperiment& to) {
    const auto* entry = TopologyRegistry::instance().find(to.interconnect.topology);
    const auto topology = entry->make(to.interconnect, to.endpoints);
    nodes_ = topology->nodes();
    if (nodes_ < 2) diagnostics_.error(at, "a network needs at least 2 nodes (here there is 1)");
    if (nodes_ > kMaxEndpoints) {
      diagnostics_.error(at, "a network has at most " + std::to_string(kMaxEndpoints) + " nodes (here there are " +
                                 std::to_string(nodes_) + ")");
    }
    grid_ = std::find(entry->keys.begin(), entry->keys.end(), "columns") != entry->keys.end() &&
            to.interconnect.columns * to.interconnect.rows == nodes_;
    to.columns = grid_ ? to.interconnect.columns : nodes_;
    to.rows = nodes_ / to.columns;
    std::vector<std::uint32_t> terminals(nodes_);
    std::iota(terminals.begin(), terminals.end(), 0U);
    check_routers(to.interconnect, *topology, ChannelUse::shared, terminals,
                  {section, at, "interconnect", "fewer nodes on a router"}, diagnostics_);
  }

  void read_traffic(const YamlNode& node, NetworkExperiment& to) {
    MapReader map(node, "traffic", diagnostics_);
    TrafficSpec& spec = to.traffic;
    map.choice("pattern", spec.pattern,
               {{"uniform", TrafficPattern::uniform},
                {"transpose", TrafficPattern::transpose},
                {"bit_complement", TrafficPattern::bit_complement},
                {"tornado", TrafficPattern::tornado},
                {"neighbor", TrafficPattern::neighbor},
                {"hotspot", TrafficPattern::hotspot},
                {"trace", TrafficPattern::trace}});
    if (spec.pattern == TrafficPattern::trace) {
      if (to.saturation) map.error("pattern", "has no rate that could be raised up to saturation (saturation: false)");
      read_trace(map, spec);
      map.finish();
      return;
    }
    if (map.boolean("self", spec.self) && spec.pattern != TrafficPattern::uniform) {
      map.error("self", "is of the pattern uniform");
    }
    if (spec.pattern == TrafficPattern::transpose && nodes_ > 0 && to.columns != to.rows) {
      map.error("pattern", "transpose needs as many columns as rows, and there are " + std::to_string(to.columns) +
                               " and " + std::to_string(to.rows));
    }
    read_hotspot(map, spec);
    map.integer("packet_flits", spec.packet_flits, 1, kMostPacketFlits);
    read_rates(map, spec, to.saturation);
    map.finish();
  }

  void read_hotspot(MapReader& map, TrafficSpec& spec) {
    const YamlNode* found = map.find("hotspot");
    if ((found != nullptr) != (spec.pattern == TrafficPattern::hotspot)) {
      map.error("hotspot", found != nullptr ? "is of the pattern hotspot"
                                            : "must be a map of `node` and `fraction` with the pattern hotspot");
      return;
    }
    if (found == nullptr) return;
    MapReader hotspot(*found, "traffic.hotspot", diagnostics_);
    hotspot.integer("node", spec.hotspot, 0, std::max(nodes_, 1U) - 1);
    const YamlNode* fraction = hotspot.find("fraction");
    if (fraction == nullptr) {
      hotspot.error("fraction", "is missing (a number above 0 and up to 1)");
    } else if (const auto share = read_share(*fraction, "traffic.hotspot.fraction")) {
      spec.hotspot_millionths = *share;
    }
    hotspot.finish();
  }

  /// Above 0 and up to 1, in millionths.
  std::optional<std::uint64_t> read_share(const YamlNode& node, const std::string& what) {
    const auto number = node.is_scalar() && !node.quoted ? parse_speed(node.text) : std::nullopt;
    if (number && number->millionths <= kMillion) return number->millionths;
    diagnostics_.error(node.where(), what + " must be a decimal number from 0.000001 to 1 with at most 6 fraction " +
                                         "digits, not " + describe(node));
    return std::nullopt;
  }

  void read_rates(MapReader& map, TrafficSpec& spec, bool saturation) {
    constexpr std::string_view key = "packets_per_cycle";
    const YamlNode* found = map.find(key);
    if (found == nullptr || (found->is_sequence() && found->items.empty())) {
      if (!saturation) map.error(key, "is missing (packets per cycle and node, or a list of such)");
      return;
    }
    if (!found->is_sequence()) {
      if (const auto rate = read_share(*found, map.path(key))) spec.rates.push_back(*rate);
      return;
    }
    for (std::size_t i = 0; i < found->items.size(); ++i) {
      const auto rate = read_share(found->items[i], map.path(key) + '[' + std::to_string(i) + ']');
      if (rate) spec.rates.push_back(*rate);
    }
  }

  void read_trace(MapReader& map, TrafficSpec& spec) {
    const YamlNode* found = map.find("packets");
    if (found == nullptr || !found->is_sequence() || found->items.empty()) {
      map.error("packets", "must be a list of [cycle, from, to, flits]");
      return;
    }
    std::vector<Cycle> last(nodes_, 0);
    for (std::size_t i = 0; i < found->items.size(); ++i) {
      const YamlNode& item = found->items[i];
      const std::string what = "traffic.packets[" + std::to_string(i) + "]";
      if (!item.is_sequence() || item.items.size() != 4) {
        diagnostics_.error(item.where(), what + " must be a list [cycle, from, to, flits], not " + describe(item));
        continue;
      }
      const std::uint64_t node = std::max(nodes_, 1U) - 1;
      const auto cycle = read_integer(item.items[0], what + "[0]", 1, kMostTraceCycles, diagnostics_);
      const auto from = read_integer(item.items[1], what + "[1]", 0, node, diagnostics_);
      const auto to = read_integer(item.items[2], what + "[2]", 0, node, diagnostics_);
      const auto flits = read_integer(item.items[3], what + "[3]", 1, kMostPacketFlits, diagnostics_);
      if (!cycle || !from || !to || !flits || nodes_ == 0) continue;
      if (*cycle < last[*from]) {
        diagnostics_.error(item.items[0].where(), what +
                                                      ": packets of one node must be in order of their cycles, and "
                                                      "the one before is of cycle " +
                                                      std::to_string(last[*from]));
      }
      last[*from] = *cycle;
      spec.trace.push_back({*cycle, static_cast<std::uint32_t>(*from), static_cast<std::uint32_t>(*to), *flits});
    }
  }

  Diagnostics& diagnostics_;
  std::uint32_t nodes_ = 0;
  bool grid_ = false;
};

}  // namespace

std::optional<NetworkExperiment> load_network_experiment(const std::string& path, const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics) {
  const auto text = read_text_file(path, diagnostics);
  if (!text) return std::nullopt;
  return read_network_experiment(*text, path, sets, diagnostics);
}

std::optional<NetworkExperiment> read_network_experiment(const std::string& text, const std::string& path,
                                                         const std::vector<std::string>& sets,
                                                         Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  auto document = parse_yaml(text, path, diagnostics);
  if (!document) return std::nullopt;
  for (const std::string& set : sets) {
    apply_set(
        *document, set, [](YamlNode& /*node*/, const std::string& /*at*/) { return true; }, diagnostics);
  }
  if (diagnostics.size() != before) return std::nullopt;
  NetworkExperiment experiment;
  experiment.name = std::filesystem::path(path).stem().string();
  if (!document->is_map()) {
    diagnostics.error(document->where(), "a network experiment must be a map of keys, not " + describe(*document));
    return std::nullopt;
  }
  Reader(diagnostics).read(*document, experiment);
  if (diagnostics.size() != before) return std::nullopt;
  return experiment;
}

}  // namespace gantry
