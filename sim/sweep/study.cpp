// SPDX-License-Identifier: Apache-2.0
#include "sweep/study.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "output/run_report.h"
#include "sweep/axis_reader.h"
#include "sweep/point_keys.h"
#include "sweep/search.h"
#include "text/file_kind.h"
#include "text/key_places.h"
#include "text/key_reader.h"
#include "text/text_file.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostRepeats = 1000;
constexpr std::uint64_t kMostConfigurations = 1000000;

/// Further columns of points.csv.
constexpr std::array<std::string_view, 6> kOwnColumns = {"number", "id", "state", "workload", "broken", "message"};

class StudyReader {
 public:
  StudyReader(const std::string& path, Diagnostics& diagnostics) : diagnostics_(diagnostics) { study_.path = path; }

  Study read(const YamlNode& document) {
    MapReader map(document, "", diagnostics_);
    study_.name = stem_of(study_.path);
    KeyReader keys(map, place_in<Study>);
    describe(keys, study_);
    map.finish(place_in<Study>);
    if (const auto wrong = wrong_directory_name(study_.name)) map.error("name", wrong->text);
    study_.inputs.push_back(study_.path);
    read_base(map);
    const StudyPlaces places{directory_of(study_.path), directory_of(study_.base_path)};
    study_.axes = read_axes(map.find("vary"), map.find("zip"), places, diagnostics_);
    read_derive(map.find("derive"));
    study_.exclude = read_expressions(map.find("exclude"), "exclude");
    for (const Expression& expression : study_.exclude) check_names(expression);
    study_.constraints = read_expressions(map.find("constraints"), "constraints");
    read_workloads(map.find("workloads"), places);
    read_repeats(map.find("repeats"));
    read_metrics(map.find("metrics"), map.find("objectives"));
    read_keep(map.find("keep"));
    check_columns();
    if (diagnostics_.ok()) {
      check_size(map);
      note_unused_keys(document);
    }
    return std::move(study_);
  }

 private:
  void read_base(MapReader& map) {
    const YamlNode* base = map.find("base");
    study_.base_path = study_.path;
    if (base == nullptr) {
      diagnostics_.error(map.node().where(), "a study needs the key `base` (the path of an experiment, or its keys)");
      return;
    }
    if (base->is_map()) {
      study_.base = std::make_shared<const YamlNode>(*base);
    } else if (const auto named = read_text(*base, "base", diagnostics_)) {
      study_.base_path = path_beside(directory_of(study_.path), *named);
      const auto text = read_named_file(study_.base_path, "base", base->where(), diagnostics_);
      if (!text) return;
      study_.inputs.push_back(study_.base_path);
      auto document = parse_yaml(*text, shown_path(study_.base_path), diagnostics_);
      if (document) study_.base = std::make_shared<const YamlNode>(std::move(*document));
    }
    if (study_.base) refuse_other_kind(*study_.base, FileKind::experiment, diagnostics_);
  }

  void read_derive(const YamlNode* node) {
    if (node == nullptr) return;
    MapReader map(*node, "derive", diagnostics_);
    std::set<std::string> varied;
    for (const StudyAxis& axis : study_.axes) varied.insert(axis.columns.begin(), axis.columns.end());
    for (std::size_t i = 0; node->is_map() && i + 1 < node->items.size(); i += 2) {
      const YamlNode& key = node->items[i];
      if (!varied.insert(key.text).second) {
        diagnostics_.error(key.where(), in_quotes(key.text) + " is derived, and varied or derived already");
        continue;
      }
      if (auto expression = Expression::read(node->items[i + 1], "derive." + key.text, diagnostics_)) {
        check_names(*expression);
        study_.derive.push_back({key.text, std::move(*expression)});
      }
    }
  }

  std::vector<Expression> read_expressions(const YamlNode* node, const std::string& what) {
    std::vector<Expression> all;
    if (!is_list(node, what, "expressions")) return all;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      if (auto read = Expression::read(node->items[i], what + '[' + std::to_string(i) + ']', diagnostics_))
        all.push_back(std::move(*read));
    }
    return all;
  }

  /// Derived keys are computed before a run, so they cannot use metrics.
  void check_names(const Expression& expression) {
    for (const ExpressionName& name : expression.names()) {
      if (is_axis(study_, name.text) || is_experiment_key(name)) continue;
      std::vector<std::string_view> known;
      for (const StudyAxis& axis : study_.axes) known.insert(known.end(), axis.columns.begin(), axis.columns.end());
      diagnostics_.error(name.where, in_quotes(name.text) + " is no axis of vary and no key of an experiment" +
                                         did_you_mean(name.text, known));
    }
  }

  bool is_list(const YamlNode* node, const std::string& what, const std::string& of) {
    if (node == nullptr || node->is_null()) return false;
    if (!node->is_sequence())
      diagnostics_.error(node->where(), what + " must be a list of " + of + ", not " + describe(*node));
    return node->is_sequence();
  }

  void read_workloads(const YamlNode* node, const StudyPlaces& places) {
    if (!is_list(node, "workloads", "workloads")) return;
    if (node->items.empty()) diagnostics_.error(node->where(), "workloads must list at least one workload");
    std::set<std::string> names;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      const YamlNode& item = node->items[i];
      const std::string what = "workloads[" + std::to_string(i) + ']';
      const YamlNode* workload = &item;
      std::string name;
      if (item.is_map()) {
        MapReader map(item, what, diagnostics_);
        workload = map.find("workload");
        if (!map.text("name", name) || workload == nullptr)
          diagnostics_.error(item.where(), what + " must be a path or a map {name, workload}");
        map.finish();
      } else if (const auto path = read_text(item, what, diagnostics_)) {
        name = stem_of(*path);
      }
      if (name.empty() || workload == nullptr) continue;
      if (!names.insert(name).second) {
        diagnostics_.error(item.where(), in_quotes(name) +
                                             " is already the name of another workload (give it one of "
                                             "its own: {name, workload})");
      }
      study_.workloads.push_back({name, key_override("workload", *workload, places).node});
    }
  }

  void read_repeats(const YamlNode* node) {
    if (node == nullptr || node->is_null()) return;
    if (!node->is_sequence()) {
      const auto count = read_integer(*node, "repeats", 1, kMostRepeats, diagnostics_);
      if (count) study_.repeats = *count;
      return;
    }
    std::set<std::uint64_t> seen;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      const auto seed = read_integer(node->items[i], "repeats[" + std::to_string(i) + ']', 0,
                                     std::numeric_limits<std::uint64_t>::max(), diagnostics_);
      if (seed && !seen.insert(*seed).second)
        diagnostics_.error(node->items[i].where(), "repeats lists the seed " + std::to_string(*seed) + " twice");
      if (seed) study_.seeds.push_back(*seed);
    }
    if (node->items.empty() || node->items.size() > kMostRepeats) {
      diagnostics_.error(node->where(), "repeats must list 1 to " + std::to_string(kMostRepeats) + " seeds");
    }
    study_.repeats = std::max<std::uint64_t>(1, study_.seeds.size());
  }

  void read_metrics(const YamlNode* metrics, const YamlNode* objectives) {
    std::vector<StudyMetric> others;
    if (is_list(metrics, "metrics", "metrics")) {
      for (std::size_t i = 0; i < metrics->items.size(); ++i) {
        const YamlNode& item = metrics->items[i];
        const std::string what = "metrics[" + std::to_string(i) + ']';
        const bool named = item.is_map() && item.items.size() == 2;
        if (!item.is_scalar() && !named) {
          diagnostics_.error(item.where(), what + " must be a metric or `name: EXPRESSION`, not " + describe(item));
          continue;
        }
        auto read = Expression::read(named ? item.items[1] : item, what, diagnostics_);
        if (read) others.push_back({named ? item.items[0].text : read->text(), std::move(*read)});
      }
    }
    if (objectives == nullptr || objectives->is_null()) {
      YamlNode cycles;
      cycles.kind = YamlNode::Kind::scalar;
      cycles.text = "cycles";
      add_objective({"cycles", *Expression::read(cycles, "objectives", diagnostics_)}, false, others);
    } else if (is_list(objectives, "objectives", "objectives")) {
      for (std::size_t i = 0; i < objectives->items.size(); ++i) read_objective(objectives->items[i], i, others);
      if (objectives->items.empty()) diagnostics_.error(objectives->where(), "objectives must list at least one");
    }
    study_.metrics.insert(study_.metrics.end(), others.begin(), others.end());
  }

  void read_objective(const YamlNode& item, std::size_t i, std::vector<StudyMetric>& others) {
    const std::string what = "objectives[" + std::to_string(i) + ']';
    const std::string direction = item.is_map() && item.items.size() == 2 ? item.items[0].text : "";
    const bool least = direction == "minimise" || direction == "minimize";
    if (!least && direction != "maximise" && direction != "maximize") {
      diagnostics_.error(item.where(), what + " must be `minimise: METRIC` or `maximise: METRIC`");
      return;
    }
    auto read = Expression::read(item.items[1], what + '.' + direction, diagnostics_);
    if (!read) return;
    const std::string text = read->text();
    const auto same = [&](const StudyMetric& metric) { return metric.name == text; };
    if (std::any_of(study_.metrics.begin(), study_.metrics.end(), same)) {
      diagnostics_.error(item.items[1].where(), in_quotes(text) + " is an objective already");
      return;
    }
    add_objective({text, std::move(*read)}, !least, others);
  }

  /// The metric may be one of the named ones, which then comes first.
  void add_objective(StudyMetric metric, bool maximise, std::vector<StudyMetric>& others) {
    const auto named =
        std::find_if(others.begin(), others.end(), [&](const StudyMetric& other) { return other.name == metric.name; });
    if (named != others.end()) {
      metric = std::move(*named);
      others.erase(named);
    }
    study_.objectives.push_back({study_.metrics.size(), maximise});
    study_.metrics.push_back(std::move(metric));
  }

  void read_keep(const YamlNode* node) {
    if (!is_list(node, "keep", "reports")) return;
    std::vector<std::string_view> known;
    for (const ReportEntry& report : run_reports().entries()) known.push_back(report.name);
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      const YamlNode& item = node->items[i];
      if (std::find(known.begin(), known.end(), item.text) == known.end()) {
        diagnostics_.error(item.where(), "keep[" + std::to_string(i) + "] must be " + alternatives(known) + ", not " +
                                             describe(item) + did_you_mean(item.text, known));
      } else {
        study_.keep.push_back(item.text);
      }
    }
  }

  /// All points of a space are checked before the first run.
  void check_size(const MapReader& map) {
    if (study_.search.method != "all" || study_.configurations() <= kMostConfigurations) return;
    diagnostics_.error(map.where("vary"), "vary has more than " + std::to_string(kMostConfigurations) +
                                              " combinations, too many to try all (search: random or sobol)");
  }

  /// Keys of `search` that are of another one; of `all` none but its name is read.
  void note_unused_keys(const YamlNode& document) {
    const YamlNode* given = document.find("search");
    const std::string& method = study_.search.method;
    const auto reads = [](const SearchEntry& entry, const std::string& key) {
      return std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end();
    };
    for (std::size_t i = 0; given != nullptr && i + 1 < given->items.size(); i += 2) {
      const std::string& key = given->items[i].text;
      if (key == "method") continue;
      bool unused = method == "all";
      for (const SearchEntry& entry : searches().entries())
        unused = unused || (entry.name != method && reads(entry, key));
      if (unused)
        diagnostics_.note(given->items[i].where(), "search." + key + " changes nothing with the search " + method);
    }
  }

  [[nodiscard]] bool is_key(const std::string& name) const {
    return is_axis(study_, name) || std::any_of(study_.derive.begin(), study_.derive.end(),
                                                [&](const DerivedKey& derived) { return derived.key == name; });
  }

  void check_columns() {
    std::set<std::string> names(kOwnColumns.begin(), kOwnColumns.end());
    const auto add = [&](const std::string& name, const SourcePosition& where) {
      // To a database letters are the same in either case.
      std::string low = name;
      std::transform(low.begin(), low.end(), low.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
      if (!names.insert(low).second) diagnostics_.error(where, in_quotes(name) + " is a column of points.csv already");
    };
    for (const StudyAxis& axis : study_.axes) {
      for (const std::string& column : axis.columns) add(column, axis.where);
    }
    for (const DerivedKey& key : study_.derive) add(key.key, key.expression.where());
    for (StudyMetric& metric : study_.metrics) {
      metric.is_key = metric.expression.is_name() && metric.name == metric.expression.text() && is_key(metric.name);
      if (!metric.is_key) add(metric.name, metric.expression.where());
    }
  }

  Study study_;
  Diagnostics& diagnostics_;
};

/// `search: NAME` is short for a map.
void expand_search(YamlNode& document) {
  YamlNode* search = document.find("search");
  if (search == nullptr || !search->is_scalar()) return;
  YamlNode key = *search;
  key.text = "method";
  YamlNode value = *search;
  search->kind = YamlNode::Kind::map;
  search->text.clear();
  search->items = {std::move(key), std::move(value)};
}

}  // namespace

std::uint64_t Study::configurations() const {
  std::uint64_t all = 1;
  for (const StudyAxis& axis : axes) {
    if (all > std::numeric_limits<std::uint64_t>::max() / axis.choices.size())
      return std::numeric_limits<std::uint64_t>::max();
    all *= axis.choices.size();
  }
  return all;
}

std::optional<Study> read_study(const std::string& text, const std::string& path, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  auto document = parse_yaml(text, path, diagnostics);
  if (!document || refuse_other_kind(*document, FileKind::study, diagnostics)) return std::nullopt;
  if (!document->is_map()) {
    diagnostics.error(document->where(), "a study must be a map of keys, not " + describe(*document));
    return std::nullopt;
  }
  expand_search(*document);
  Study study = StudyReader(path, diagnostics).read(*document);
  if (diagnostics.size() != before) return std::nullopt;
  return study;
}

}  // namespace gantry
