// SPDX-License-Identifier: Apache-2.0
#include "regress/suite.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/scheduler/picker.h"
#include "text/file_kind.h"
#include "text/key_places.h"
#include "text/key_reader.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kMostInSuite = 100000;

/// Of an item that is a text or a map of one key: that key's node, and its value or nullptr.
struct NamedItem {
  const YamlNode* name = nullptr;
  const YamlNode* value = nullptr;
};

NamedItem named_item(const YamlNode& item) {
  if (item.is_scalar()) return {&item, nullptr};
  if (item.is_map() && item.items.size() == 2 && item.items[0].is_scalar()) return {&item.items[0], &item.items[1]};
  return {};
}

class SuiteReader {
 public:
  SuiteReader(const std::string& path, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    suite_.path = path;
    suite_.directory = directory_of(path);
  }

  Suite read(const YamlNode& document) {
    MapReader map(document, "", diagnostics_);
    suite_.name = stem_of(suite_.path);
    KeyReader keys(map, place_in<Suite>);
    describe(keys, suite_);
    map.finish(place_in<Suite>);
    if (const auto wrong = wrong_directory_name(suite_.name)) map.error("name", wrong->text);
    if (suite_.stored.empty()) suite_.stored = stem_of(suite_.path) + ".stored.json";
    suite_.stored = path_beside(suite_.directory, suite_.stored);
    if (const YamlNode* defaults = map.find("defaults")) read_terms(*defaults, "defaults", suite_.defaults);
    const YamlNode* cases = map.find("cases");
    if (suite_.cases.size() > kMostInSuite) map.error("cases", "has more than " + std::to_string(kMostInSuite));
    for (std::size_t i = 0; i < suite_.cases.size(); ++i) {
      if (cases != nullptr && cases->is_sequence()) read_case(cases->items[i], i);
    }
    return std::move(suite_);
  }

 private:
  void read_case(const YamlNode& node, std::size_t number) {
    SuiteCase& one = suite_.cases[number];
    const std::string what = "cases[" + std::to_string(number) + ']';
    if (!node.is_map()) return;
    one.node = node;
    const std::array<std::pair<const char*, std::string*>, 4> runs = {{{"experiment", &one.experiment},
                                                                       {"study", &one.study},
                                                                       {"stimulus", &one.stimulus},
                                                                       {"stimuli", &one.stimuli}}};
    for (const auto& [key, path] : runs) {
      if (node.find(key) == nullptr) continue;
      if (!one.what.empty())
        diagnostics_.error(one.where(key), what + " has the key " + one.what + ", too (one of them is the case)");
      one.what = key;
      if (one.name.empty()) one.name = stem_of(*path);
      if (!path->empty()) *path = path_beside(suite_.directory, *path);
    }
    if (one.what.empty()) {
      diagnostics_.error(node.where(),
                         what + " names nothing to run (expected experiment, study, stimulus or stimuli)");
    }
    const bool picks = one.what == "stimulus" || one.what == "stimuli";
    const auto refuse = [&](const char* key, const char* why) {
      if (node.find(key) != nullptr) diagnostics_.error(one.where(key), what + '.' + key + ' ' + why);
    };
    if (!picks) refuse("policy", "is of a stimulus; an experiment has policies.picker (set: {policies.picker: ...})");
    if (picks) refuse("set", "is of experiments and studies");
    if (one.what == "stimuli") refuse("tables", "cannot be given: the rounds are in the files beside the stimuli");
    if (one.policy.empty()) one.policy = kSourcePicker;
    read_terms(node, what, one.terms);
    if (node.find("invariants") == nullptr) one.terms.invariants = suite_.defaults.invariants;
    const YamlNode* limits = node.find("limits");
    const auto inherits = [&](const char* key) { return limits == nullptr || limits->find(key) == nullptr; };
    if (inherits("timeout_seconds")) one.terms.limits.timeout_seconds = suite_.defaults.limits.timeout_seconds;
    if (inherits("memory_mib")) one.terms.limits.memory_mib = suite_.defaults.limits.memory_mib;
    if (one.exit != 2) return;
    for (const char* key : {"metrics", "tables"}) refuse(key, "cannot be held: with exit status 2 nothing is run");
  }

  void read_terms(const YamlNode& node, const std::string& what, CaseTerms& terms) {
    if (!node.is_map()) return;
    if (const YamlNode* set = node.find("set")) {
      if (set->is_map()) {
        terms.set = *set;
        const MapReader twice(*set, what + ".set", diagnostics_);
      } else if (!set->is_null()) {
        diagnostics_.error(set->where(), what + ".set must be a map of dotted keys, not " + gantry::describe(*set));
      }
    }
    for (const YamlNode* item : items_of(node, "metrics", what)) read_metric_item(*item, what + ".metrics", terms);
    for (const YamlNode* item : items_of(node, "tables", what)) read_table(*item, what + ".tables", terms);
  }

  std::vector<const YamlNode*> items_of(const YamlNode& node, const std::string& key, const std::string& what) {
    std::vector<const YamlNode*> items;
    const YamlNode* list = node.find(key);
    if (list == nullptr || list->is_null()) return items;
    if (!list->is_sequence()) {
      diagnostics_.error(list->where(), what + '.' + key + " must be a list, not " + gantry::describe(*list));
      return items;
    }
    for (const YamlNode& item : list->items) items.push_back(&item);
    return items;
  }

  void read_metric_item(const YamlNode& item, const std::string& what, CaseTerms& terms) {
    const NamedItem named = named_item(item);
    const auto name = named.name != nullptr ? read_text(*named.name, what, diagnostics_) : std::nullopt;
    if (named.name == nullptr)
      diagnostics_.error(item.where(),
                         what + " lists metrics, or maps METRIC: TOLERANCE, not " + gantry::describe(item));
    if (!name) return;
    HeldMetric metric{*name, {}, {}, named.name->where()};
    std::size_t at = 0;
    Result<MetricPath> path = read_metric(metric.name, at);
    if (path && at < metric.name.size())
      path = Diagnostic{{"", 0, static_cast<int>(at) + 1}, "nothing more is expected here"};
    if (!path) {
      diagnostics_.error(metric.where, in_quotes(metric.name) + " is no metric (column " +
                                           std::to_string(path.error().where.column) + "): " + path.error().text);
      return;
    }
    metric.path = std::move(*path);
    if (named.value != nullptr && !named.value->says("exact")) {
      metric.tolerance = named.value->is_scalar() ? read_tolerance(named.value->text) : std::nullopt;
      if (!metric.tolerance) {
        diagnostics_.error(named.value->where(),
                           "a tolerance must be a number or a percentage without a sign, as 20, 0.01 or 2% (at most 18 "
                           "digits, 9 of them behind the point), not " +
                               gantry::describe(*named.value));
      }
    }
    const auto same = [&](const HeldMetric& other) { return other.name == metric.name; };
    if (std::any_of(terms.metrics.begin(), terms.metrics.end(), same))
      diagnostics_.error(metric.where, what + " lists " + in_quotes(metric.name) + " twice");
    terms.metrics.push_back(std::move(metric));
  }

  void read_table(const YamlNode& item, const std::string& what, CaseTerms& terms) {
    const NamedItem named = named_item(item);
    const auto file = named.name != nullptr ? read_text(*named.name, what, diagnostics_) : std::nullopt;
    if (named.name == nullptr)
      diagnostics_.error(item.where(), what + " lists files, or maps FILE: GOLDEN, not " + gantry::describe(item));
    if (!file) return;
    HeldTable table{*file, {}, named.name->where()};
    if (named.value != nullptr) {
      const auto golden = read_text(*named.value, what + '.' + *file, diagnostics_);
      if (golden) table.golden = path_beside(suite_.directory, *golden);
    }
    const auto same = [&](const HeldTable& other) { return other.file == table.file; };
    if (std::any_of(terms.tables.begin(), terms.tables.end(), same))
      diagnostics_.error(table.where, what + " lists " + in_quotes(table.file) + " twice");
    terms.tables.push_back(std::move(table));
  }

  Suite suite_;
  Diagnostics& diagnostics_;
};

}  // namespace

SourcePosition SuiteCase::where(std::string_view key) const {
  const YamlNode* found = node.find(key);
  return found != nullptr ? found->where() : node.where();
}

std::optional<Suite> read_suite(const std::string& text, const std::string& path, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const auto document = parse_yaml(text, path, diagnostics);
  if (!document || refuse_other_kind(*document, FileKind::suite, diagnostics)) return std::nullopt;
  if (!document->is_map()) {
    diagnostics.error(document->where(), "a suite must be a map of keys, not " + describe(*document));
    return std::nullopt;
  }
  Suite suite = SuiteReader(path, diagnostics).read(*document);
  if (diagnostics.size() != before) return std::nullopt;
  return suite;
}

}  // namespace gantry
