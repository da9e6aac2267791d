// SPDX-License-Identifier: Apache-2.0
#include "select/selection_reader.h"

#include <algorithm>

#include "select/selection_keys.h"
#include "text/key_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMaxCount = 1000000;
constexpr std::uint64_t kMostFactor = 1000;

bool is_zero(const YamlNode& node) {
  if (!node.is_scalar() || node.quoted || node.text.find_first_not_of("0.") != std::string::npos) return false;
  const auto number = parse_decimal(node.text);
  return number && number->is_zero();
}

/// 0..1000 with at most 6 fraction digits, in millionths.
void read_factor(MapReader& keys, std::string_view key, std::uint64_t& to) {
  const YamlNode* found = keys.find(key);
  if (found == nullptr) return;
  const std::string text = without_exponent(found->text);
  const std::size_t point = std::min(text.find('.'), text.size());
  const bool plain = found->is_scalar() && !found->quoted &&
                     text.find_first_not_of("0123456789.") == std::string::npos &&
                     (point == text.size() || text.size() - point <= 7);
  const auto number = plain ? parse_decimal(text) : std::nullopt;
  const std::uint64_t millionths = number ? ceil_product(*number, {1, 6}) : 0;
  if (!number || millionths > kMostFactor * 1000000) {
    keys.error(key, "must be a decimal number from 0 to " + std::to_string(kMostFactor) +
                        " with at most 6 fraction digits, not " + describe_unquoted(*found));
    return;
  }
  to = millionths;
}

void read_node(const YamlNode& item, const std::string& path, NodeBasics& basics, std::vector<NodeState>& to,
               Diagnostics& diagnostics) {
  MapReader keys(item, path, diagnostics);
  read_node_basics(keys, basics);
  NodeState& node = to.emplace_back();
  if (item.find("pending") == nullptr) keys.error("pending", "is missing (requests that wait at the node)");
  keys.integer("pending", node.pending, 0, kMaxPending);
  KeyReader reader(keys);
  describe(reader, node);
  if (node.priority_tasks > node.pending) {
    keys.error("priority_tasks", "is " + std::to_string(node.priority_tasks) +
                                     " and must not be above pending, which is " + std::to_string(node.pending));
  }
  keys.finish();
}

}  // namespace

std::optional<Amount> read_amount(const YamlNode& node, const std::string& what, bool zero, Diagnostics& diagnostics) {
  if (zero && is_zero(node)) return Amount{0};
  if (!read_decimal(node, what, diagnostics)) return std::nullopt;
  return parse_amount(without_exponent(node.text));
}

void read_factors(MapReader& keys, PriorityRule& to) {
  for (const char* factor : {"a", "b"}) {
    read_factor(keys, factor, factor[0] == 'a' ? to.a : to.b);
    if (keys.node().find(factor) != nullptr && to.kind != PriorityRule::Kind::sum)
      keys.error(factor, "is a factor of `priority: sum` and means nothing here");
  }
}

void read_node_basics(MapReader& keys, NodeBasics& to) {
  std::string name;
  if (keys.node().find("name") == nullptr) {
    keys.error("name", "is missing");
  } else if (keys.text("name", name) && std::count(to.names.begin(), to.names.end(), name) > 0) {
    keys.error("name", "is " + in_quotes(name) + ", which is the name of an earlier node");
  }
  to.names.push_back(name);
  to.weights.push_back(to_amount({1, 0}));
  if (const YamlNode* found = keys.find("weight")) {
    if (const auto weight = read_amount(*found, keys.path("weight"), false, keys.diagnostics()))
      to.weights.back() = *weight;
  }
  to.compute.emplace_back();
  to.compute_at.push_back(keys.where("compute"));
  if (const YamlNode* found = keys.find("compute")) {
    to.compute.back() = read_amount(*found, keys.path("compute"), true, keys.diagnostics());
    if (!to.compute.back()) to.compute.back() = Amount{0};  // it has been reported
  }
}

void read_rating(MapReader& keys, const NodeBasics& nodes, Rating& to) {
  const YamlNode* found = keys.find("rated");
  if (found == nullptr) {
    keys.error("rated", "is missing (how much may run at once: {count: K}, {count: auto, compute: M} or {compute: M})");
    return;
  }
  const std::size_t before = keys.diagnostics().size();
  MapReader rated(*found, keys.path("rated"), keys.diagnostics());
  if (const YamlNode* compute = rated.find("compute"))
    to.compute = read_amount(*compute, rated.path("compute"), false, keys.diagnostics());
  bool automatic = false;
  if (const YamlNode* count = rated.find("count")) {
    automatic = count->says("auto");
    std::uint64_t number = 0;
    if (!automatic && rated.integer("count", number, 1, kMaxCount)) to.count = number;
    if (automatic && found->find("compute") == nullptr)
      rated.error("count", "is auto, which needs rated.compute (the count that it allows)");
  }
  rated.finish();
  if (keys.diagnostics().size() != before) return;
  if (!to.count && !to.compute) {
    keys.error("rated", "must give a count, a compute, or both");
    return;
  }
  if (!to.compute) return;
  std::vector<Amount> compute;
  for (std::size_t n = 0; n < nodes.names.size(); ++n) {
    compute.push_back(nodes.compute[n].value_or(0));
    if (!nodes.compute[n]) {
      keys.diagnostics().error(nodes.compute_at[n], "the node " + in_quotes(nodes.names[n]) +
                                                        " has no compute, which rated.compute needs to know");
    } else if (compute.back() > *to.compute) {
      keys.diagnostics().error(nodes.compute_at[n], "the node " + in_quotes(nodes.names[n]) + " needs " +
                                                        to_text(compute.back()) +
                                                        " and can never run: rated.compute is " + to_text(*to.compute));
    }
  }
  if (automatic) to.count = automatic_count(compute, *to.compute);
}

const YamlNode* find_node_list(MapReader& keys, std::string_view key, const char* of) {
  const YamlNode* found = keys.find(key);
  if (found == nullptr || found->is_null() || (found->is_sequence() && found->items.empty())) {
    keys.error(key, std::string("must list at least one ") + of);
    return nullptr;
  }
  if (!found->is_sequence()) {
    keys.error(key, std::string("must be a list, each item a ") + of + ", not " + describe(*found));
    return nullptr;
  }
  if (found->items.size() > kMaxInferenceNodes) {
    keys.error(key, "has more than " + std::to_string(kMaxInferenceNodes) + " items");
    return nullptr;
  }
  return found;
}

std::optional<SelectionRequest> read_selection_request(const YamlNode& document, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  if (!document.is_map()) {
    diagnostics.error(document.where(), "must be a map with the keys rated and nodes, not " + describe(document));
    return std::nullopt;
  }
  std::optional<SelectionRequest> request(std::in_place);
  MapReader keys(document, "", diagnostics);
  NodeBasics basics;
  if (const YamlNode* list = find_node_list(keys, "nodes", "node")) {
    for (std::size_t n = 0; n < list->items.size(); ++n)
      read_node(list->items[n], "nodes[" + std::to_string(n) + ']', basics, request->nodes, diagnostics);
  }
  KeyReader reader(keys);
  describe(reader, request->rule);
  read_factors(keys, request->rule);
  read_rating(keys, basics, request->rated);
  keys.finish();
  if (diagnostics.size() != before) return std::nullopt;
  for (std::size_t n = 0; n < request->nodes.size(); ++n) {
    request->nodes[n].weight = basics.weights[n];
    request->nodes[n].compute = basics.compute[n].value_or(0);
  }
  request->names = std::move(basics.names);
  return request;
}

}  // namespace gantry
