// SPDX-License-Identifier: Apache-2.0
#include "result/written_cost.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace gantry {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kOfType = "processors of type ";
constexpr std::string_view kPlus = " + ";

std::optional<double> number_if_any(Keys& keys, const Json& in, const std::string& where, const char* key) {
  const auto at = in.is_object() ? in.find(key) : in.end();
  if (at != in.end() && at->is_null()) return std::nullopt;
  return keys.number(in, where, key);
}

/// The number at `a.b.c`.
std::optional<std::uint64_t> at_path(const Json& root, std::string_view path) {
  const Json* at = &root;
  while (!path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string key(path.substr(0, dot));
    if (!at->is_object() || !at->contains(key)) return std::nullopt;
    at = &(*at)[key];
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  if (!at->is_number_unsigned()) return std::nullopt;
  return at->get<std::uint64_t>();
}

/// `type: key` of all processors.
std::optional<std::uint64_t> of_processors(const Json& root, std::string_view what) {
  const std::size_t colon = what.rfind(": ");
  const auto processors = root.find("processors");
  if (colon == std::string_view::npos || processors == root.end() || !processors->is_array()) return std::nullopt;
  const std::string type(what.substr(0, colon));
  std::uint64_t sum = 0;
  for (const Json& processor : *processors) {
    if (processor.is_object() && processor.value("type", Json()) == type)
      sum += at_path(processor, what.substr(colon + 2)).value_or(0);
  }
  return sum;
}

/// What the summary has under the name of a counter; nothing: the tables have it, or nobody.
std::optional<std::uint64_t> counted(const Json& root, std::string_view counter) {
  if (counter.substr(0, kOfType.size()) == kOfType) return of_processors(root, counter.substr(kOfType.size()));
  std::uint64_t sum = 0;
  while (true) {
    const std::size_t plus = counter.find(kPlus);
    const auto one = at_path(root, counter.substr(0, plus));
    if (!one) return std::nullopt;
    sum += *one;
    if (plus == std::string_view::npos) return sum;
    counter.remove_prefix(plus + kPlus.size());
  }
}

}  // namespace

std::optional<WrittenCost> read_written_cost(Keys& keys, const Json& root) {
  if (!root.contains("cost")) return std::nullopt;  // of a version before it
  const Json& cost = keys.object(root, "", "cost");
  keys.array(cost, "cost", "not_modelled");
  if (!cost.contains("blocks")) return std::nullopt;
  WrittenCost to;
  to.area_mm2 = keys.number(cost, "cost", "area_mm2");
  to.leakage_mw = keys.number(cost, "cost", "leakage_mw");
  to.energy_uj = keys.number(cost, "cost", "energy_uj");
  to.dynamic_uj = keys.number(cost, "cost", "dynamic_uj");
  to.leakage_uj = keys.number(cost, "cost", "leakage_uj");
  to.power_mw = keys.number(cost, "cost", "power_mw");
  for (const Json& entry : keys.array(cost, "cost", "blocks")) {
    const std::string where = "cost.blocks[" + std::to_string(to.parts.size()) + ']';
    to.parts.push_back({keys.text(entry, where, "block"), number_if_any(keys, entry, where, "area_um2"),
                        number_if_any(keys, entry, where, "leakage_mw"),
                        number_if_any(keys, entry, where, "leakage_pj")});
  }
  for (const Json& entry : keys.array(cost, "cost", "events")) {
    const std::string where = "cost.events[" + std::to_string(to.events.size()) + ']';
    WrittenCost::Event& event = to.events.emplace_back();
    event.block = keys.text(entry, where, "block");
    event.event = keys.text(entry, where, "event");
    event.counter = keys.text(entry, where, "counter");
    event.count = keys.count(entry, where, "count");
    event.counted = counted(root, event.counter);
    event.pj = number_if_any(keys, entry, where, "pj");
    event.energy_pj = number_if_any(keys, entry, where, "energy_pj");
  }
  to.router_flits = keys.count(keys.object(root, "", "interconnect"), "interconnect", "flit_hops");
  to.clock_mhz = keys.count(keys.object(root, "", "architecture"), "architecture", "clock_mhz");
  return to;
}

}  // namespace gantry
