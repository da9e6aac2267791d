// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "experiment/randomness.h"
#include "experiment/resolved.h"
#include "gantry/base/millionths.h"
#include "metric/metric.h"
#include "metric/metric_schema.h"
#include "output/mean_of_runs.h"
#include "result/written_schemas.h"
#include "sweep/point_keys.h"
#include "sweep/skimmed_json.h"
#include "sweep/stored_run.h"
#include "text/yaml_reader.h"
#include "text/yaml_writer.h"

namespace gantry {
namespace {

/// Begin of the reader's message about an unknown key.
constexpr std::string_view kUnknownKey = "unknown key";

/// States by priority, if the runs of a row differ.
constexpr std::array<PointState, 4> kWorstFirst = {PointState::failed, PointState::timeout, PointState::interrupted,
                                                   PointState::done};

/// In the order in which they are set: a key after those that it is within.
std::vector<KeyOverride> outer_first(std::vector<KeyOverride> overrides) {
  const auto depth = [](const KeyOverride& one) { return std::count(one.key.begin(), one.key.end(), '.'); };
  std::stable_sort(overrides.begin(), overrides.end(),
                   [&](const KeyOverride& a, const KeyOverride& b) { return depth(a) < depth(b); });
  return overrides;
}

/// Nothing if it holds.
std::optional<Diagnostic> broken_constraint(const Expression& constraint, const Result<bool>& holds) {
  if (holds && *holds) return std::nullopt;
  return Diagnostic{constraint.where(), "the constraint " + constraint.text() +
                                            (holds ? " does not hold" : " has no value: " + holds.error().text)};
}

}  // namespace

StudyPlan::StudyPlan(const Study& study, const std::string& version, Diagnostics& problems)
    : study_(study), reader_(point_base(study, version)), problems_(problems) {
  const auto add_names = [this](const Expression& expression) {
    for (const ExpressionName& name : expression.names()) {
      if (place_of(name) == names_.size()) names_.push_back(name);
    }
  };
  for (const StudyMetric& metric : study.metrics) add_names(metric.expression);
  for (const Expression& constraint : study.constraints) add_names(constraint);
}

std::size_t StudyPlan::place_of(const ExpressionName& name) const {
  const auto at =
      std::find_if(names_.begin(), names_.end(), [&](const ExpressionName& other) { return other.text == name.text; });
  return static_cast<std::size_t>(at - names_.begin());
}

bool StudyPlan::over_keys(const Expression& expression) const {
  return std::all_of(expression.names().begin(), expression.names().end(), [this](const ExpressionName& name) {
    return is_axis(study_, name.text) || is_experiment_key(name);
  });
}

void StudyPlan::check_metric_names() {
  for (const WrittenSchema& schema : written_schemas()) {
    if (std::string_view(schema.name) != "summary") continue;
    const nlohmann::json summary = nlohmann::json::parse(schema.text);
    for (const ExpressionName& name : names_) {
      if (is_axis(study_, name.text) || is_experiment_key(name)) continue;
      if (const auto fault = metric_fault(summary, name.path, "the summary")) problems_.error(name.where, fault->text);
    }
  }
}

bool StudyPlan::add_random(const Experiment& experiment) {
  const std::vector<std::string> keys = random_keys(experiment);
  for (const std::string& key : keys) {
    if (std::find(random_.begin(), random_.end(), key) == random_.end()) random_.push_back(key);
  }
  return !keys.empty();
}

void StudyPlan::check_keys() {
  check_metric_names();
  for (const StudyAxis& axis : study_.axes) {
    for (const StudyChoice& choice : axis.choices) {
      const std::vector<KeyOverride> all = outer_first(choice.overrides);
      if (!axis.alternatives) {
        check_known(all, axis.where);
        break;
      }
      // The first key with which the message appears is the unknown one.
      if (check_known(all, axis.where, false)) continue;
      auto end = all.begin() + 1;
      while (end != all.end() && check_known({all.begin(), end}, axis.where, false)) ++end;
      const SourcePosition& where = (end - 1)->where;
      check_known({all.begin(), end}, where.line > 0 ? where : axis.where);
    }
  }
  const Configuration first(study_.axes.size(), 0);
  PointKeys keys(study_, first);
  keys.derive([this]() -> const Result<YamlNode>& { return reader_.base(); });
  for (const DerivedKey& key : study_.derive) {
    for (const KeyOverride& override : keys.overrides()) {
      if (override.key == key.key) check_known({override}, key.expression.where());
    }
  }
}

/// Whether experiments have this key. Reports the problem if `report` is set.
bool StudyPlan::check_known(const std::vector<KeyOverride>& overrides, const SourcePosition& where, bool report) {
  std::vector<std::string> sets;
  sets.reserve(overrides.size());
  for (const KeyOverride& override : overrides) sets.push_back(override.set());
  const Result<Experiment> read = reader_.read(sets);
  if (read || read.error().text.rfind(kUnknownKey, 0) != 0) return true;
  if (report) problems_.error(where, read.error().text);
  return false;
}

bool StudyPlan::allowed(const Configuration& configuration) {
  if (study_.exclude.empty()) return true;
  const auto base_tree = [this]() -> const Result<YamlNode>& { return reader_.base(); };
  PointKeys keys(study_, configuration);
  keys.derive(base_tree);
  for (const Expression& expression : study_.exclude) {
    const Result<bool> excluded =
        expression.holds([&](const ExpressionName& name) { return keys.find(name, base_tree); });
    if (!excluded && problems_.ok()) problems_.error(expression.where(), excluded.error().text);
    if (excluded && *excluded) return false;
  }
  return true;
}

void StudyPlan::add(const Configuration& configuration, std::uint64_t part) {
  PointKeys keys(study_, configuration);
  const auto underived = keys.derive([this]() -> const Result<YamlNode>& { return reader_.base(); });
  for (std::size_t workload = 0; workload < study_.rows_per_configuration(); ++workload) {
    PointRow& row = rows_.emplace_back();
    runs_of_.emplace_back();
    row.number = rows_.size() - 1;
    row.cells = keys.cells();
    row.metrics.resize(study_.metrics.size());
    if (study_.repeats > 1) row.half_widths.resize(study_.metrics.size());
    std::vector<std::string> sets;
    for (const KeyOverride& override : keys.overrides()) sets.push_back(override.set());
    if (!study_.workloads.empty()) {
      row.workload = study_.workloads[workload].name;
      sets.push_back("workload=" + yaml_flow(*study_.workloads[workload].node));
    }
    row.part = part;
    if (part != kWholeWorkload) sets.push_back("workload.part=" + millionths_text(part));
    const std::size_t planned = runs_.size();
    const auto obstacle = underived ? underived : plan_runs(row, sets);
    if (!obstacle) continue;
    row.message = obstacle->text;
    row.state = PointState::infeasible;
    row.id.clear();
    runs_of_.back().clear();
    runs_.resize(planned);
  }
}

std::optional<Diagnostic> StudyPlan::plan_runs(PointRow& row, const std::vector<std::string>& sets) {
  std::uint64_t first_seed = 0;
  for (std::uint64_t repeat = 0; repeat < study_.repeats; ++repeat) {
    PlannedRun run;
    run.sets = sets;
    if (!study_.seeds.empty()) {
      run.sets.push_back("seed=" + std::to_string(study_.seeds[repeat]));
    } else if (repeat > 0) {
      run.sets.push_back("seed=" + std::to_string(first_seed + repeat));
    }
    Result<Experiment> experiment = reader_.read(run.sets);
    if (!experiment) return experiment.error();
    run.seed = experiment->seed;
    if (repeat == 0) first_seed = run.seed;
    run.id = reader_.id(*experiment);
    if (repeat == 0) row.id = run.id;
    run.terms.resize(names_.size(), Diagnostic());
    find_keys(row, *experiment, run.terms);
    for (const Expression& constraint : study_.constraints) {
      if (!over_keys(constraint)) continue;
      auto broken = broken_constraint(
          constraint, constraint.holds([&](const ExpressionName& name) { return run.terms[place_of(name)]; }));
      if (broken) return broken;
    }
    run.metrics.resize(study_.metrics.size());
    runs_of_[row.number].push_back(runs_.size());
    runs_.push_back(std::move(run));
    if (repeat > 0 || add_random(*experiment)) continue;
    ++fixed_;
    break;
  }
  return std::nullopt;
}

/// Axes by their cells; other keys in the experiment as it is run.
void StudyPlan::find_keys(const PointRow& row, Experiment& experiment, std::vector<Result<Term>>& terms) {
  std::optional<YamlNode> tree;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const ExpressionName& name = names_[i];
    std::size_t column = 0;
    bool found = name.text == "workload" && !study_.workloads.empty();
    if (found) terms[i] = Term(row.workload);
    for (const StudyAxis& axis : study_.axes) {
      for (std::size_t k = 0; k < axis.columns.size(); ++k, ++column) {
        if (axis.columns[k] != name.text) continue;
        YamlNode cell;
        cell.kind = YamlNode::Kind::scalar;
        cell.text = row.cells[column];
        terms[i] = term_of(cell, name.text);
        found = true;
      }
    }
    if (found || !is_experiment_key(name)) continue;
    if (!tree) {
      Diagnostics ignored;
      tree = parse_yaml(resolved_experiment(experiment, "."), study_.base_path, ignored);
    }
    if (tree) terms[i] = key_in(*tree, name.path, 0, name.text);
  }
}

/// Where the metrics are in a summary; of those that are not there the terms say why.
std::vector<const nlohmann::json*> StudyPlan::find_metrics(PlannedRun& run, const nlohmann::json& summary) const {
  std::vector<const nlohmann::json*> exact(names_.size(), nullptr);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (is_axis(study_, names_[i].text) || is_experiment_key(names_[i])) continue;
    const auto found = find_metric(summary, names_[i].path, "the summary");
    if (found) {
      exact[i] = *found;
      run.terms[i] = Term((*found)->get<double>());
    } else {
      run.terms[i] = found.error();
    }
  }
  return exact;
}

void StudyPlan::take_summary(PlannedRun& run, const std::string& text) {
  std::set<std::string> members;
  for (const ExpressionName& name : names_) members.insert(name.path.front().text);
  auto summary = skimmed_object(text, members);
  std::vector<const nlohmann::json*> exact;
  if (summary) exact = find_metrics(run, *summary);
  const bool all =
      std::all_of(run.terms.begin(), run.terms.end(), [](const Result<Term>& found) { return bool(found); });
  if (!summary || !all) {  // missing keys are reported with the existing ones
    summary = nlohmann::json::parse(text, nullptr, false);
    exact = find_metrics(run, *summary);
  }
  for (std::size_t m = 0; m < study_.metrics.size(); ++m) {
    const Expression& expression = study_.metrics[m].expression;
    const auto value = expression.value([&](const ExpressionName& name) { return run.terms[place_of(name)]; });
    run.metrics[m].reset();
    if (!value) {
      if (run.message.empty()) run.message = study_.metrics[m].name + ": " + value.error().text;
      continue;
    }
    const nlohmann::json* json = expression.is_name() ? exact[place_of(expression.names()[0])] : nullptr;
    run.metrics[m] = MetricValue{*value, json != nullptr ? json->dump() : fmt::format("{}", *value)};
    if (json != nullptr) run.metrics[m]->percentile = percentile_of(*summary, expression.names()[0].path);
  }
}

bool StudyPlan::check_metrics(const std::vector<const PlannedRun*>& of) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto has = [i](const PlannedRun* run) { return bool(run->terms[i]); };
    if (of.empty() || std::any_of(of.begin(), of.end(), has)) continue;
    problems_.error(names_[i].where, of.front()->terms[i].error().text);
  }
  return problems_.ok();
}

void StudyPlan::settle(std::size_t first) {
  for (std::size_t i = first; i < rows_.size(); ++i) {
    if (!runs_of_[i].empty()) settle_row(rows_[i], runs_of_[i]);
  }
}

std::optional<MetricPercentile> StudyPlan::percentile_of_all(const std::vector<std::size_t>& runs,
                                                             std::size_t metric) const {
  std::optional<MetricPercentile> all;
  for (const std::size_t run : runs) {
    const auto& one = runs_[run].metrics[metric]->percentile;
    if (one) all = MetricPercentile{one->percent, one->instances + (all ? all->instances : 0)};
  }
  return all;
}

void StudyPlan::settle_row(PointRow& row, const std::vector<std::size_t>& runs) {
  row.message.clear();
  for (const PointState state : kWorstFirst) {
    const auto at = std::find_if(runs.begin(), runs.end(), [&](std::size_t run) { return runs_[run].state == state; });
    if (at == runs.end()) continue;
    row.state = state;
    row.message = runs_[*at].message;
    break;
  }
  if (row.state != PointState::done) return;
  for (std::size_t m = 0; m < study_.metrics.size(); ++m) {
    std::vector<double> values;
    for (const std::size_t run : runs) {
      if (runs_[run].metrics[m]) values.push_back(runs_[run].metrics[m]->number);
    }
    row.metrics[m].reset();
    if (values.size() < runs.size()) continue;
    if (study_.repeats == 1) {
      row.metrics[m] = runs_[runs[0]].metrics[m];
    } else {
      const MeanOfRuns of = mean_of_runs(values);
      row.metrics[m] = MetricValue{of.mean, fmt::format("{}", of.mean), percentile_of_all(runs, m)};
      row.half_widths[m] = of.half_width;
    }
  }
  count_broken(row, runs);
  count_held(row, runs);
}

/// Counts in how many of the seeds each constraint holds, and says so where it is not in all.
void StudyPlan::count_held(PointRow& row, const std::vector<std::size_t>& runs) {
  row.held.clear();
  if (study_.repeats == 1) return;
  for (const Expression& constraint : study_.constraints) {
    std::size_t held = 0;
    for (const std::size_t run : runs) {
      const auto holds = constraint.holds([&](const ExpressionName& name) { return runs_[run].terms[place_of(name)]; });
      held += holds && *holds ? 1 : 0;
    }
    if (held < runs.size() && held > 0) {
      row.message += fmt::format("{}{} holds in {} of {} seeds", row.message.empty() ? "" : "; ", constraint.text(),
                                 held, runs.size());
    }
    row.held.push_back(held * study_.repeats / runs.size());
  }
}

Result<Term> StudyPlan::mean_term(std::size_t name, const std::vector<std::size_t>& runs) const {
  std::vector<double> values;
  for (const std::size_t run : runs) {
    const Result<Term>& found = runs_[run].terms[name];
    if (!found || std::holds_alternative<std::string>(*found)) return found;
    values.push_back(std::get<double>(*found));
  }
  return Term(mean_of_runs(values).mean);
}

void StudyPlan::count_broken(PointRow& row, const std::vector<std::size_t>& runs) {
  std::size_t broken = 0;
  row.broken.reset();
  for (const Expression& constraint : study_.constraints) {
    const auto holds = constraint.holds([&](const ExpressionName& name) { return mean_term(place_of(name), runs); });
    const auto problem = broken_constraint(constraint, holds);
    if (!problem) continue;
    if (broken == 0 || !holds) row.message = problem->text;
    if (!holds) return;
    ++broken;
  }
  row.broken = broken;
}

std::vector<RepeatRow> StudyPlan::repeats() const {
  std::vector<RepeatRow> all;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (const std::size_t run : runs_of_[i]) {
      const PlannedRun& of = runs_[run];
      all.push_back({i, of.seed, of.id, of.state, of.metrics, of.message});
    }
  }
  return all;
}

}  // namespace gantry
