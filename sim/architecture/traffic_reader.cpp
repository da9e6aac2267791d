// SPDX-License-Identifier: Apache-2.0
#include "architecture/traffic_reader.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "architecture/pattern_reader.h"
#include "architecture/share_reader.h"
#include "architecture/trace_key.h"
#include "gantry/base/millionths.h"
#include "text/key_reader.h"

namespace gantry {
namespace {

constexpr const char* kCollectiveKey = "collective";

class TrafficReader {
 public:
  TrafficReader(const TrafficRules& rules, Diagnostics& diagnostics) : rules_(rules), diagnostics_(diagnostics) {}

  void read(const YamlNode& node, TrafficSpec& to) {
    MapReader map(node, rules_.path, diagnostics_);
    if (!node.is_map() && !node.is_null()) return;  // which has been said
    KeyReader reader(map);
    TrafficKeys keys{to, rules_.least_flits};
    describe(reader, keys);
    read_pattern(map, rules_, to);
    if (to.pattern != kCollectivePattern && map.node().find(kCollectiveKey) != nullptr)
      map.error(kCollectiveKey, std::string("is of the pattern ") + kCollectivePattern);
    if (to.is_trace()) {
      refuse_sources(map);
      if (rules_.rates == Rates::none_is_fine) {
        map.error("pattern", "has no rate that could be raised up to saturation (saturation: false)");
      }
      if (to.pattern == kCollectivePattern) {
        read_collective(map, to);
      } else if (map.node().find("trace") != nullptr) {
        read_trace_file(map, rules_, to);
      } else {
        read_trace(map, to);
      }
    } else {
      read_lengths(map, to);
      read_bursts(map, to);
      read_urgent(map, to);
      read_reply(map, to);
      read_rates(map, to);
      check_own_rates(map, to);
      if (to.batch != 0 && rules_.rates == Rates::none_is_fine)
        map.error("batch", "ends, and a load at saturation does not (saturation: false)");
    }
    map.finish();
  }

 private:
  /// A trace says all that these would.
  static void refuse_sources(MapReader& map) {
    const auto refuse = [&](const char* key, const char* what) {
      if (map.node().find(key) != nullptr) map.error(key, std::string("has no effect: a trace has ") + what);
    };
    refuse("packet_flits", "the length of each packet");
    refuse("packet_lengths", "the length of each packet");
    refuse("packets_per_cycle", "the cycle of each packet");
    refuse("bursts", "the cycle of each packet");
    refuse("reply", "all packets");
    refuse("urgent", "all packets");
    refuse("batch", "all packets");
    refuse("max_outstanding", "the cycle of each packet");
  }

  [[nodiscard]] std::uint32_t nodes() const { return rules_.grid.nodes(); }

  void read_lengths(MapReader& map, TrafficSpec& to) {
    constexpr const char* key = "packet_lengths";
    const YamlNode* found = map.find(key);
    if (found == nullptr) return;
    if (!found->is_sequence() || found->items.empty()) {
      map.error(key, "must be a list of {flits, share}, not " + describe(*found));
      return;
    }
    if (map.node().find("packet_flits") != nullptr) map.error("packet_flits", "cannot be combined with packet_lengths");
    std::uint64_t sum = 0;
    const std::size_t before = diagnostics_.size();
    for (std::size_t i = 0; i < found->items.size(); ++i) {
      const YamlNode& item = found->items[i];
      MapReader one(item, map.path(key) + '[' + std::to_string(i) + ']', diagnostics_);
      if (!item.is_map() && !item.is_null()) continue;
      LengthShare length;
      read_flits(one, length.flits);
      if (const auto share = read_share(one, "share")) length.millionths = *share;
      sum += length.millionths;
      one.finish();
      to.lengths.push_back(length);
    }
    if (diagnostics_.size() == before && sum != kMillion) {
      map.error(key, "must have shares that sum to 1, not to " + millionths_text(sum));
    }
  }

  void read_flits(MapReader& map, std::uint64_t& flits) {
    if (map.node().find("flits") == nullptr) {
      map.error("flits", "is missing (the length of a packet)");
      return;
    }
    map.integer("flits", flits, rules_.least_flits, kMostPacketFlits);
  }

  /// Whether the key is there, as a map.
  static bool is_given(MapReader& map, const char* key) {
    const YamlNode* found = map.find(key);
    if (found == nullptr) return false;
    if (found->is_map()) return true;
    map.error(key, "must be a map of keys, not " + describe(*found));
    return false;
  }

  void read_bursts(MapReader& map, TrafficSpec& to) {
    constexpr const char* key = "bursts";
    if (!is_given(map, key)) return;
    MapReader bursts(*map.find(key), map.path(key), diagnostics_);
    const std::size_t before = diagnostics_.size();
    if (bursts.node().find("cycles") == nullptr)
      bursts.error("cycles", "is missing (how long a node is on, on average)");
    bursts.integer("cycles", to.bursts.cycles, 1, kMostBurstCycles);
    const auto share = read_share(bursts, "share");
    bursts.finish();
    if (diagnostics_.size() != before) return;
    to.bursts.share = *share;
    // It is off for a cycle at least.
    if (to.bursts.cycles * (kMillion - *share) < *share) {
      bursts.error("share", "is too much for times on of " + std::to_string(to.bursts.cycles) +
                                " cycles on average: those off would be shorter than a cycle");
    }
  }

  void read_urgent(MapReader& map, TrafficSpec& to) {
    constexpr const char* key = "urgent";
    if (!is_given(map, key)) return;
    MapReader urgent(*map.find(key), map.path(key), diagnostics_);
    read_flits(urgent, to.urgent.flits);
    if (const auto share = read_share(urgent, "share")) to.urgent.share = *share;
    urgent.finish();
    if (to.urgent.share == kMillion) urgent.error("share", "must be below 1 (the share of urgent packets)");
  }

  void read_reply(MapReader& map, TrafficSpec& to) {
    constexpr const char* key = "reply";
    if (!is_given(map, key)) return;
    MapReader reply(*map.find(key), map.path(key), diagnostics_);
    if (reply.node().find("cycles") == nullptr) {
      reply.error("cycles", "is missing (from the arrival of a packet to its reply)");
    }
    read_flits(reply, to.reply.flits);
    reply.integer("cycles", to.reply.cycles, 1, kMostReplyCycles);
    reply.finish();
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
    if (found->is_sequence() && to.batch != 0) {
      map.error(key, "must be one number: the batch is run once");
      return;
    }
    if (!found->is_sequence() || one) {
      add_rate(read_share(*found, map.path(key), diagnostics_), *found, map.path(key), to);
      return;
    }
    for (std::size_t i = 0; i < found->items.size(); ++i) {
      const std::string what = map.path(key) + '[' + std::to_string(i) + ']';
      const auto rate = read_share(found->items[i], what, diagnostics_);
      if (rate && std::find(to.rates.begin(), to.rates.end(), *rate) != to.rates.end()) {
        diagnostics_.error(found->items[i].where(), what + " is in the list already");
      } else {
        add_rate(rate, found->items[i], what, to);
      }
    }
  }

  void add_rate(std::optional<std::uint64_t> rate, const YamlNode& node, const std::string& what, TrafficSpec& to) {
    if (!rate) return;
    if (to.bursts.any() && to.bursts.share != 0 && *rate > to.bursts.share) {
      diagnostics_.error(node.where(), what + " is above bursts.share, which is " + millionths_text(to.bursts.share) +
                                           ": a node creates at most a packet in each cycle in which it is on");
      return;
    }
    to.rates.push_back(*rate);
  }

  /// With rates of their own nodes must be able to create what they are to create.
  void check_own_rates(MapReader& map, const TrafficSpec& to) {
    if (to.own.rates.empty() || nodes() == 0 || !diagnostics_.ok()) return;
    const auto pattern = builtin_patterns().find(to.pattern)->make(to.own, rules_.grid);
    for (const std::uint64_t rate : to.rates) {
      for (std::uint32_t node = 0; node < nodes(); ++node) {
        const RateShare own = pattern->rate_of(node);
        if (Uint128{rate} * own.part <= Uint128{to.most_rate()} * own.of) continue;
        const auto made = static_cast<std::uint64_t>(Uint128{rate} * own.part / own.of);
        map.error("packets_per_cycle", "is the mean of the nodes, and node " + std::to_string(node) + " would create " +
                                           millionths_text(made) + " (" + millionths_text(to.most_rate()) +
                                           " at most)");
        return;
      }
    }
  }

  void read_collective(MapReader& map, TrafficSpec& to) {
    const YamlNode* given = map.node().find(kCollectiveKey);
    const YamlNode empty;
    MapReader collective = MapReader::again(given != nullptr ? *given : empty, map.path(kCollectiveKey), diagnostics_);
    if (!to.collective.has_root() && collective.node().find("root") != nullptr)
      collective.error("root", "is of the algorithm tree and of broadcast");
    if (nodes() == 0 || !diagnostics_.ok()) return;
    if (const auto fault = collective_fault(to.collective, nodes())) {
      map.error(given != nullptr ? kCollectiveKey : "pattern", *fault);
      return;
    }
    to.file = make_collective(to.collective, nodes(), rules_.least_flits);
  }

  void read_trace(MapReader& map, TrafficSpec& to) {
    const YamlNode* found = map.find("packets");
    if (found == nullptr || !found->is_sequence() || found->items.empty()) {
      map.error("packets", "must be a list of [cycle, from, to, flits] (or `trace` a map with the `path` of a file)");
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
    const auto cycle = read_integer(item.items[0], what + "[0]", 1, kMostTraceCycle, diagnostics_);
    const auto from = read_integer(item.items[1], what + "[1]", 0, rules_.last_node(), diagnostics_);
    const auto end = read_integer(item.items[2], what + "[2]", 0, rules_.last_node(), diagnostics_);
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

void check_priorities(const YamlNode* node, const std::string& path, const std::string& interconnect,
                      const TrafficSpec& traffic, const InterconnectConfig& net, Diagnostics& diagnostics) {
  if (!traffic.urgent.any() || net.arbitration == Arbitration::age) return;
  const YamlNode* at = node != nullptr ? node->find("urgent") : nullptr;
  diagnostics.error(at != nullptr ? at->where() : SourcePosition{},
                    path + ".urgent needs " + interconnect +
                        ".arbitration: age: urgent packets go before others, and of both the oldest go first");
}

void read_traffic(const YamlNode& node, const TrafficRules& rules, TrafficSpec& to, Diagnostics& diagnostics) {
  TrafficReader(rules, diagnostics).read(node, to);
}

}  // namespace gantry
