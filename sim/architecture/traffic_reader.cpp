// SPDX-License-Identifier: Apache-2.0
#include "architecture/traffic_reader.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "architecture/architecture_reader.h"
#include "text/key_reader.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostTraceCycles = std::uint64_t{1} << 48;

class TrafficReader {
 public:
  TrafficReader(const TrafficRules& rules, Diagnostics& diagnostics) : rules_(rules), diagnostics_(diagnostics) {}

  void read(const YamlNode& node, TrafficSpec& to) {
    MapReader map(node, rules_.path, diagnostics_);
    if (!node.is_map() && !node.is_null()) return;  // which has been said
    KeyReader reader(map);
    TrafficKeys keys{to, rules_.least_flits};
    describe(reader, keys);
    refuse_others(map, to.pattern);
    if (to.pattern == TrafficPattern::trace) {
      if (rules_.rates == Rates::none_is_fine) {
        map.error("pattern", "has no rate that could be raised up to saturation (saturation: false)");
      }
      read_trace(map, to);
      map.finish();
      return;
    }
    const auto [columns, rows] = rules_.grid;
    if (to.pattern == TrafficPattern::transpose && nodes() > 0 && columns != rows) {
      map.error("pattern", "transpose needs as many columns as rows, and there are " + std::to_string(columns) +
                               " and " + std::to_string(rows));
    }
    read_hotspot(map, to);
    read_rates(map, to);
    map.finish();
  }

 private:
  /// Keys of another pattern would be without effect.
  static void refuse_others(MapReader& map, TrafficPattern pattern) {
    const bool trace = pattern == TrafficPattern::trace;
    const auto refuse = [&](const char* key, bool belongs, const char* of) {
      if (!belongs && map.node().find(key) != nullptr) map.error(key, of);
    };
    refuse("self", pattern == TrafficPattern::uniform, "is of the pattern uniform");
    refuse("hotspot", pattern == TrafficPattern::hotspot, "is of the pattern hotspot");
    refuse("packet_flits", !trace, "says nothing here: a trace has the length of each packet");
    refuse("packets_per_cycle", !trace, "says nothing here: a trace has the cycle of each packet");
    refuse("packets", trace, "is of the pattern trace");
  }

  [[nodiscard]] std::uint32_t nodes() const { return rules_.grid.nodes(); }
  [[nodiscard]] std::uint32_t last_node() const { return std::max(nodes(), 1U) - 1; }

  void read_hotspot(MapReader& map, TrafficSpec& to) {
    const YamlNode* found = map.find("hotspot");
    if (to.pattern != TrafficPattern::hotspot) return;
    if (found == nullptr) {
      map.error("hotspot", "must be a map of `node` and `fraction` with the pattern hotspot");
      return;
    }
    MapReader hotspot(*found, map.path("hotspot"), diagnostics_);
    if (!found->is_map() && !found->is_null()) return;
    hotspot.integer("node", to.hotspot, 0, last_node());
    const YamlNode* fraction = hotspot.find("fraction");
    if (fraction == nullptr) {
      hotspot.error("fraction", "is missing (a number above 0 and up to 1)");
    } else if (const auto share = read_share(*fraction, hotspot.path("fraction"))) {
      to.hotspot_millionths = *share;
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

  void read_rates(MapReader& map, TrafficSpec& to) {
    constexpr std::string_view key = "packets_per_cycle";
    const bool one = rules_.rates == Rates::one;
    const YamlNode* found = map.find(key);
    if (found == nullptr || (found->is_sequence() && found->items.empty())) {
      if (one) map.error(key, "is missing (packets per cycle and node)");
      if (rules_.rates == Rates::any) map.error(key, "is missing (packets per cycle and node, or a list of such)");
      return;
    }
    if (!found->is_sequence() || one) {
      if (const auto rate = read_share(*found, map.path(key))) to.rates.push_back(*rate);
      return;
    }
    for (std::size_t i = 0; i < found->items.size(); ++i) {
      const std::string what = map.path(key) + '[' + std::to_string(i) + ']';
      const auto rate = read_share(found->items[i], what);
      if (rate && std::find(to.rates.begin(), to.rates.end(), *rate) != to.rates.end()) {
        diagnostics_.error(found->items[i].where(), what + " is in the list already");
      } else if (rate) {
        to.rates.push_back(*rate);
      }
    }
  }

  void read_trace(MapReader& map, TrafficSpec& to) {
    const YamlNode* found = map.find("packets");
    if (found == nullptr || !found->is_sequence() || found->items.empty()) {
      map.error("packets", "must be a list of [cycle, from, to, flits]");
      return;
    }
    std::vector<Cycle> last(nodes(), 0);
    for (std::size_t i = 0; i < found->items.size(); ++i) {
      read_packet(found->items[i], map.path("packets") + '[' + std::to_string(i) + ']', last, to);
    }
  }

  /// `last`: per node, the cycle of its packet before.
  void read_packet(const YamlNode& item, const std::string& what, std::vector<Cycle>& last, TrafficSpec& to) {
    if (!item.is_sequence() || item.items.size() != 4) {
      diagnostics_.error(item.where(), what + " must be a list [cycle, from, to, flits], not " + describe(item));
      return;
    }
    const auto cycle = read_integer(item.items[0], what + "[0]", 1, kMostTraceCycles, diagnostics_);
    const auto from = read_integer(item.items[1], what + "[1]", 0, last_node(), diagnostics_);
    const auto end = read_integer(item.items[2], what + "[2]", 0, last_node(), diagnostics_);
    const auto flits = read_integer(item.items[3], what + "[3]", rules_.least_flits, kMostPacketFlits, diagnostics_);
    if (!cycle || !from || !end || !flits || nodes() == 0) return;
    if (*cycle < last[*from]) {
      diagnostics_.error(item.items[0].where(), what +
                                                    ": packets of one node must be in order of their cycles, and "
                                                    "the one before is of cycle " +
                                                    std::to_string(last[*from]));
    }
    last[*from] = *cycle;
    to.trace.push_back({*cycle, static_cast<std::uint32_t>(*from), static_cast<std::uint32_t>(*end), *flits});
  }

  const TrafficRules& rules_;
  Diagnostics& diagnostics_;
};

}  // namespace

NodeGrid node_grid(const InterconnectConfig& /*config*/, const Topology& topology) {
  const std::uint32_t columns = topology.columns();
  if (columns == 0) return {topology.nodes(), 1};
  return {columns, topology.nodes() / columns};
}

void read_traffic(const YamlNode& node, const TrafficRules& rules, TrafficSpec& to, Diagnostics& diagnostics) {
  TrafficReader(rules, diagnostics).read(node, to);
}

}  // namespace gantry
