// SPDX-License-Identifier: Apache-2.0
#include "architecture/pattern_reader.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "architecture/permutation_file.h"
#include "architecture/rate_table_file.h"
#include "architecture/share_reader.h"
#include "gantry/base/error.h"

namespace gantry {
namespace {

class PatternReader {
 public:
  PatternReader(MapReader& map, const TrafficRules& rules, TrafficSpec& to) : map_(map), rules_(rules), to_(to) {}

  void read() {
    const auto& pattern = *builtin_patterns().find(to_.pattern);
    refuse_others(pattern.keys);
    const std::size_t before = map_.diagnostics().size();
    for (const PatternKey& key : pattern.keys) {
      if (key.kind == PatternKey::Kind::shares) read_shares(key);
      if (key.kind == PatternKey::Kind::destinations) read_file(key, to_.own.destinations, read_permutation);
      if (key.kind == PatternKey::Kind::rates) read_file(key, to_.own.rates, read_rate_table);
    }
    if (!pattern.make || rules_.grid.nodes() == 0 || map_.diagnostics().size() != before) return;
    try {
      pattern.make(to_.own, rules_.grid);
    } catch (const Error& needs) {
      map_.error("pattern", to_.pattern + ' ' + needs.what());
    }
  }

 private:
  /// Keys of another pattern would be without effect.
  void refuse_others(const std::vector<PatternKey>& own) {
    std::vector<std::string_view> told;
    told.reserve(own.size());
    for (const PatternKey& key : own) told.push_back(key.name());
    for (const auto& entry : builtin_patterns().entries()) {
      for (const PatternKey& key : entry.keys) {
        if (std::find(told.begin(), told.end(), key.name()) != told.end()) continue;
        told.push_back(key.name());
        if (map_.node().find(key.name()) != nullptr) map_.error(key.name(), owners_of(key.name()));
      }
    }
  }

  static std::string owners_of(std::string_view key) {
    std::vector<std::string_view> owners;
    for (const auto& entry : builtin_patterns().entries()) {
      for (const PatternKey& own : entry.keys) {
        if (own.name() == key) owners.push_back(entry.name);
      }
    }
    return (owners.size() == 1 ? "is of the pattern " : "is of the patterns ") + alternatives(owners, " and ");
  }

  void read_shares(const PatternKey& key) {
    const YamlNode* found = map_.find(key.name());
    const std::string name(key.name());
    if (found == nullptr || (found->is_sequence() && found->items.empty())) {
      map_.error(name, "must be a map of `node` and `fraction`, or a list of such, with the pattern " + to_.pattern);
      return;
    }
    std::vector<NodeShare>& shares = to_.own.shares[name];
    if (!found->is_sequence()) return read_share_of(*found, map_.path(name), shares);
    for (std::size_t i = 0; i < found->items.size(); ++i) {
      read_share_of(found->items[i], map_.path(name) + '[' + std::to_string(i) + ']', shares);
    }
    std::uint64_t sum = 0;
    for (const NodeShare& share : shares) sum += share.millionths;
    if (sum > kMillion) map_.error(name, "gives away more than all packets (the fractions sum to 1 at most)");
  }

  void read_share_of(const YamlNode& node, const std::string& path, std::vector<NodeShare>& shares) {
    MapReader map(node, path, map_.diagnostics());
    if (!node.is_map() && !node.is_null()) return;
    NodeShare share;
    if (!map.integer("node", share.node, 0, rules_.last_node()) && node.find("node") == nullptr) {
      map.error("node", "is missing (the number of a node)");
    }
    const bool twice =
        std::any_of(shares.begin(), shares.end(), [&](const NodeShare& other) { return other.node == share.node; });
    if (twice && node.find("node") != nullptr) {
      map.error("node", "is in the list already: " + std::to_string(share.node));
    }
    if (const auto fraction = read_share(map, "fraction")) share.millionths = *fraction;
    shares.push_back(share);
    map.finish();
  }

  template <class Values, class Read>
  void read_file(const PatternKey& key, Values& values, const Read& read) {
    const YamlNode* found = map_.find(key.name());
    const std::string name(key.name());
    if (found == nullptr) {
      map_.error(name, "must be a map with the `path` of a file with the pattern " + to_.pattern);
      return;
    }
    MapReader map(*found, map_.path(name), map_.diagnostics());
    if (!found->is_map() && !found->is_null()) return;
    std::string path;
    if (map.text("path", path) && rules_.grid.nodes() > 0) {
      values[name] = read(path, rules_, map.where("path"), map_.diagnostics());
    } else if (found->find("path") == nullptr) {
      map.error("path", "is missing (a CSV file)");
    }
    map.finish();
  }

  MapReader& map_;
  const TrafficRules& rules_;
  TrafficSpec& to_;
};

}  // namespace

void read_pattern(MapReader& map, const TrafficRules& rules, TrafficSpec& to) { PatternReader(map, rules, to).read(); }

}  // namespace gantry
