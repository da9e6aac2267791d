// SPDX-License-Identifier: Apache-2.0
#include "sweep/point_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "architecture/architecture_reader.h"
#include "text/digits.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr double kMostExact = 9007199254740992.0;  ///< 2^53

/// The path of an override, split at its points.
std::vector<std::string_view> segments_of(std::string_view key) {
  std::vector<std::string_view> all;
  for (;;) {
    const std::size_t point = key.find('.');
    all.push_back(key.substr(0, point));
    if (point == std::string_view::npos) return all;
    key.remove_prefix(point + 1);
  }
}

const YamlNode* item_of_list(const YamlNode& list, const std::string& step) {
  const auto number = whole_number(step, list.items.size());
  if (number && *number < list.items.size()) return &list.items[*number];
  for (const YamlNode& item : list.items) {
    if (item.is_map() && group_name(item) == step) return &item;
  }
  return nullptr;
}

}  // namespace

bool is_experiment_key(const ExpressionName& name) {
  constexpr std::array<std::string_view, 10> kKeys = {"name",   "seed",         "policies", "timing", "limits",
                                                      "output", "architecture", "workload", "plan",   "background"};
  return std::find(kKeys.begin(), kKeys.end(), name.path.front().text) != kKeys.end();
}

bool is_axis(const Study& study, const std::string& name) {
  if (name == "workload" && !study.workloads.empty()) return true;
  return std::any_of(study.axes.begin(), study.axes.end(), [&](const StudyAxis& axis) {
    return std::find(axis.columns.begin(), axis.columns.end(), name) != axis.columns.end();
  });
}

Result<Term> term_of(const YamlNode& node, const std::string& name) {
  if (!node.is_scalar()) return Diagnostic{{}, name + " is " + describe(node) + " and no single value"};
  double number = 0.0;
  const char* end = node.text.data() + node.text.size();
  const auto read = std::from_chars(node.text.data(), end, number);
  if (!node.quoted && read.ec == std::errc() && read.ptr == end && std::isfinite(number)) return Term(number);
  return Term(node.text);
}

Result<Term> key_in(const YamlNode& tree, const MetricPath& path, std::size_t from, const std::string& name) {
  const YamlNode* node = &tree;
  for (std::size_t i = from; i < path.size(); ++i) {
    const std::string& step = path[i].text;
    const YamlNode* next = node->is_sequence() ? item_of_list(*node, step) : node->find(step);
    if (next == nullptr) {
      std::vector<std::string_view> names;
      for (std::size_t k = 0; node->is_map() && k + 1 < node->items.size(); k += 2)
        names.push_back(node->items[k].text);
      return Diagnostic{{}, name + ": there is no key " + in_quotes(step) + did_you_mean(step, names)};
    }
    node = next;
  }
  return term_of(*node, name);
}

Result<Term> PointKeys::find(const ExpressionName& name, const BaseTree& base) const {
  for (std::size_t i = 0; i < study_.axes.size(); ++i) {
    const StudyAxis& axis = study_.axes[i];
    for (std::size_t k = 0; k < axis.columns.size(); ++k) {
      if (axis.columns[k] != name.text) continue;
      const StudyChoice& choice = axis.choices[configuration_[i]];
      for (const KeyOverride& override : choice.overrides) {
        if (override.key == name.text) return term_of(*override.node, name.text);
      }
      return Term(choice.cells[k]);
    }
  }
  for (auto override = overrides_.rbegin(); override != overrides_.rend(); ++override) {
    const auto segments = segments_of(override->key);
    if (segments.size() > name.path.size()) continue;
    const bool above =
        std::equal(segments.begin(), segments.end(), name.path.begin(),
                   [](std::string_view segment, const MetricStep& step) { return segment == step.text; });
    if (above) return key_in(*override->node, name.path, segments.size(), name.text);
  }
  const Result<YamlNode>& tree = base();
  return tree ? key_in(*tree, name.path, 0, name.text) : tree.error();
}

void PointKeys::add(const KeyOverride& override) {
  const auto depth = [](const KeyOverride& one) { return std::count(one.key.begin(), one.key.end(), '.'); };
  const auto at = std::upper_bound(overrides_.begin(), overrides_.end(), override,
                                   [&](const KeyOverride& a, const KeyOverride& b) { return depth(a) < depth(b); });
  overrides_.insert(at, override);
}

std::optional<Diagnostic> PointKeys::derive(const BaseTree& base) {
  for (std::size_t i = 0; i < study_.axes.size(); ++i) {
    const StudyChoice& choice = study_.axes[i].choices[configuration_[i]];
    for (const KeyOverride& override : choice.overrides) add(override);
    cells_.insert(cells_.end(), choice.cells.begin(), choice.cells.end());
  }
  std::optional<Diagnostic> missing;
  for (const DerivedKey& key : study_.derive) {
    Result<double> value = key.expression.value([&](const ExpressionName& name) { return find(name, base); });
    if (value && std::abs(*value) > kMostExact)
      value = Diagnostic{key.expression.where(), key.expression.text() + " is larger than 2^53"};
    if (!value) {
      if (!missing) missing = Diagnostic{value.error().where, "derive." + key.key + ": " + value.error().text};
      cells_.emplace_back();
      continue;
    }
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    const bool whole = *value == std::floor(*value);
    node.text = whole ? fmt::format("{}", static_cast<std::int64_t>(*value)) : fmt::format("{}", *value);
    cells_.push_back(node.text);
    add({key.key, node.text, std::make_shared<const YamlNode>(node)});
  }
  return missing;
}

}  // namespace gantry
