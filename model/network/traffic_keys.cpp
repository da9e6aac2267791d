// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/keys.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

namespace {

using Kind = FormKey::Kind;

bool has_key(const std::vector<PatternKey>& keys, std::string_view name) {
  return std::any_of(keys.begin(), keys.end(), [&](const PatternKey& key) { return key.name() == name; });
}

/// Returns the patterns with this key as text: "`hotspot`", "`a` and `b`".
std::string owners_of(const PatternKey& key) {
  std::vector<std::string_view> owners;
  for (const auto& entry : builtin_patterns().entries()) {
    if (has_key(entry.keys, key.name())) owners.push_back(entry.name);
  }
  std::string text;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    text += i == 0 ? "" : i + 1 < owners.size() ? ", " : " and ";
    text += '`' + std::string(owners[i]) + '`';
  }
  return text;
}

void describe_own(KeyVisitor& keys, const PatternKey& key, PatternValues& own) {
  const std::string owners = owners_of(key);
  const std::string meaning(key.line.meaning);
  const std::string required = "required by " + owners;
  switch (key.kind) {
    case PatternKey::Kind::number:
      return key.line.describe(keys, own.numbers, "of " + owners + ": " + meaning);
    case PatternKey::Kind::flag: {
      bool value = own.flag(key);
      keys.flag(key.name(), value, "of " + owners + ": " + meaning);
      return own.numbers.set(key.name(), value ? 1 : 0);
    }
    case PatternKey::Kind::shares:
      return keys.form(
          key.name(),
          {{"object", "array"},
           "`{node, fraction}`, or a list of such",
           false,
           {{"node", "that the packets go to", Kind::whole, {0, std::numeric_limits<std::uint32_t>::max()}},
            {"fraction", "of all packets", Kind::share}}},
          required, meaning);
    case PatternKey::Kind::rates:
    case PatternKey::Kind::destinations:
      return keys.form(key.name(), {{"object"}, "`{path: FILE}`"}, required, meaning);
    case PatternKey::Kind::packets:
      return keys.form(key.name(), {{"array"}, "list of `[cycle, from, to, flits]`"}, required + ", or the key `trace`",
                       meaning);
    case PatternKey::Kind::trace:
      return keys.form(key.name(), {{"object"}, "`{path: FILE, flit_bytes, delay}`"},
                       required + ", or the key `packets`", meaning);
  }
}

/// Describes the keys of the chosen pattern, then those of other patterns.
void describe_pattern(KeyVisitor& keys, TrafficSpec& spec) {
  KeyNames names;
  for (const auto& entry : builtin_patterns().entries()) names.push_back(entry.name);
  keys.name("pattern", spec.pattern, names, "patterns", "who sends to whom ([the patterns](network.md#patterns))");
  std::vector<PatternKey> described;
  if (const auto* pattern = builtin_patterns().find(spec.pattern)) {
    described = pattern->keys;
    for (const PatternKey& key : described) describe_own(keys, key, spec.own);
  }
  if (!keys.applies(false)) return;
  for (const auto& entry : builtin_patterns().entries()) {
    for (const PatternKey& key : entry.keys) {
      if (has_key(described, key.name())) continue;
      described.push_back(key);
      describe_own(keys, key, spec.own);
    }
  }
}

}  // namespace

void describe(KeyVisitor& keys, TrafficKeys& traffic) {
  TrafficSpec& spec = traffic.spec;
  describe_pattern(keys, spec);
  if (keys.applies(spec.pattern == kCollectivePattern)) {
    CollectiveKeys collective{spec.collective, traffic.least_flits};
    keys.section("collective", collective, "of the pattern `collective`: the operation");
  }
  if (!keys.applies(!spec.is_trace())) return;
  if (keys.applies(spec.lengths.empty())) {
    spec.packet_flits = std::max(spec.packet_flits, traffic.least_flits);
    keys.number("packet_flits", spec.packet_flits, {traffic.least_flits, kMostPacketFlits}, "flits",
                "length of every packet");
  }
  const FormKey flits = {"flits", "length of a packet", Kind::whole, {traffic.least_flits, kMostPacketFlits}};
  keys.form("packet_lengths",
            {{"array"}, "list of `{flits, share}`", false, {flits, {"share", "of the packets", Kind::share}}},
            "all alike", "instead of `packet_flits`: lengths with their shares of the packets, which sum to 1");
  keys.form("packets_per_cycle", {{"number", "array"}, "0.000001 to 1, or a list"}, "required without `saturation`",
            "packets per cycle and node; a list of different values gives one point each");
  keys.form(
      "bursts",
      {{"object"},
       "`{cycles, share}`",
       false,
       {{"cycles", "cycles: that a node is on, on average", Kind::whole, {1, kMostBurstCycles}},
        {"share", "of the time that it is on", Kind::share}}},
      "none",
      "nodes are on for `cycles` on average, and that for this `share` of the time ([bursts](network.md#bursts))");
  keys.form("urgent",
            {{"object"}, "`{share, flits}`", false, {{"share", "of the packets, below 1", Kind::share}, flits}}, "none",
            "this share of the packets goes before the others, which needs `arbitration: age` "
            "([priorities](network.md#two-priorities))");
  keys.form("reply",
            {{"object"},
             "`{flits, cycles}`",
             false,
             {flits, {"cycles", "cycles: from arrival to reply", Kind::whole, {1, kMostReplyCycles}}}},
            "none",
            "a destination answers so many cycles after a packet's arrival ([replies](network.md#request-and-reply))");
  keys.number("batch", spec.batch, {0, kMostBatch}, "packets",
              "that each node creates, of each priority; 0 = without end ([batches](network.md#batches-and-limits))");
  keys.number("max_outstanding", spec.max_outstanding, {0, kMostOutstanding}, "packets",
              "of a node and a priority that have not arrived, with `reply` those without their reply; 0 = any number "
              "([limits](network.md#batches-and-limits))");
}

}  // namespace network
}  // namespace gantry
