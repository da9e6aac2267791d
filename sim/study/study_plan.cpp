// SPDX-License-Identifier: Apache-2.0
#include "study/study_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "compare/metric.h"
#include "experiment/resolved.h"
#include "gantry/base/millionths.h"
#include "report/mean_of_runs.h"
#include "study/point_keys.h"
#include "study/skimmed_json.h"
#include "text/yaml_reader.h"
#include "text/yaml_writer.h"

namespace gantry {
namespace {

/// How the reader's message of a key begins that is not there, whatever its value.
constexpr std::string_view kUnknownKey = "unknown key";

/// Row states by what counts more, if the runs of a row differ.
constexpr std::array<PointState, 4> kWorstFirst = {PointState::failed, PointState::timeout, PointState::interrupted,
                                                   PointState::done};

/// In the order in which they are set: a key after those that it is within.
std::vector<KeyOverride> outer_first(std::vector<KeyOverride> overrides) {
  const auto depth = [](const KeyOverride& one) { return std::count(one.key.begin(), one.key.end(), '.'); };
  std::stable_sort(overrides.begin(), overrides.end(),
                   [&](const KeyOverride& a, const KeyOverride& b) { return depth(a) < depth(b); });
  return overrides;
}

}  // namespace

StudyPlan::StudyPlan(const Study& study, const std::string& version, Diagnostics& problems)
    : study_(study), reader_(study, version), problems_(problems) {
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

void StudyPlan::check_keys() {
  for (const StudyAxis& axis : study_.axes) {
    for (const StudyChoice& choice : axis.choices) {
      const std::vector<KeyOverride> all = outer_first(choice.overrides);
      if (!axis.alternatives) {
        check_known(all, axis.where);
        break;
      }
      // The first key with which what it says is not known is the one.
      if (check_known(all, axis.where, false)) continue;
      auto end = all.begin() + 1;
      while (end != all.end() && check_known({all.begin(), end}, axis.where, false)) ++end;
      const SourcePosition& where = (end - 1)->where;
      check_known({all.begin(), end}, where.line > 0 ? where : axis.where);
    }
  }
  const Configuration first(study_.axes.size(), 0);
  PointKeys keys(study_, first);
  std::string why;
  keys.derive([this](std::string& reason) { return base(reason); }, why);
  for (const DerivedKey& key : study_.derive) {
    for (const KeyOverride& override : keys.overrides()) {
      if (override.key == key.key) check_known({override}, key.expression.where());
    }
  }
}

/// False, and unless it is only asked a problem: an experiment has no such key.
bool StudyPlan::check_known(const std::vector<KeyOverride>& overrides, const SourcePosition& where, bool report) {
  std::vector<std::string> sets;
  for (const KeyOverride& override : overrides) sets.push_back(override.set());
  const std::string message = reader_.read(sets).message;
  if (message.rfind(kUnknownKey, 0) != 0) return true;
  if (report) problems_.error(where, message);
  return false;
}

bool StudyPlan::allowed(const Configuration& configuration) {
  if (study_.exclude.empty()) return true;
  const auto base_tree = [this](std::string& why) { return base(why); };
  PointKeys keys(study_, configuration);
  std::string why;
  keys.derive(base_tree, why);
  for (const Expression& expression : study_.exclude) {
    const auto excluded = expression.holds([&](const ExpressionName& name) { return keys.find(name, base_tree); }, why);
    if (!excluded && problems_.ok()) problems_.error(expression.where(), why);
    if (excluded.value_or(false)) return false;
  }
  return true;
}

void StudyPlan::add(const Configuration& configuration, std::uint64_t part) {
  PointKeys keys(study_, configuration);
  std::string why;
  const bool derived = keys.derive([this](std::string& reason) { return base(reason); }, why);
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
    row.message = derived ? plan_runs(row, sets) : why;
    if (row.message.empty()) continue;
    row.state = PointState::infeasible;
    row.id.clear();
    runs_of_.back().clear();
    runs_.resize(planned);
  }
}

std::string StudyPlan::plan_runs(PointRow& row, const std::vector<std::string>& sets) {
  std::uint64_t first_seed = 0;
  for (std::uint64_t repeat = 0; repeat < study_.repeats; ++repeat) {
    PlannedRun run;
    run.sets = sets;
    if (!study_.seeds.empty()) {
      run.sets.push_back("seed=" + std::to_string(study_.seeds[repeat]));
    } else if (repeat > 0) {
      run.sets.push_back("seed=" + std::to_string(first_seed + repeat));
    }
    ReadPoint read = reader_.read(run.sets);
    if (!read.experiment) return read.message;
    run.seed = read.experiment->seed;
    if (repeat == 0) first_seed = run.seed;
    run.id = reader_.id(*read.experiment);
    if (repeat == 0) row.id = run.id;
    run.terms.resize(names_.size());
    find_keys(row, *read.experiment, run.terms);
    for (const Expression& constraint : study_.constraints) {
      if (!over_keys(constraint)) continue;
      std::string why;
      const auto holds = constraint.holds([&](const ExpressionName& name) { return run.terms[place_of(name)]; }, why);
      if (!holds) return "the constraint " + constraint.text() + " has no value: " + why;
      if (!*holds) return "the constraint " + constraint.text() + " does not hold";
    }
    run.metrics.resize(study_.metrics.size());
    runs_of_[row.number].push_back(runs_.size());
    runs_.push_back(std::move(run));
  }
  return "";
}

/// Axes by their cells; other keys in the experiment as it is run.
void StudyPlan::find_keys(const PointRow& row, Experiment& experiment, std::vector<FoundTerm>& terms) {
  std::optional<YamlNode> tree;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const ExpressionName& name = names_[i];
    std::size_t column = 0;
    bool found = name.text == "workload" && !study_.workloads.empty();
    if (found) terms[i] = {Term(row.workload), {}};
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
    std::optional<MetricFault> fault;
    exact[i] = find_metric(summary, names_[i].path, "the summary", fault);
    run.terms[i] = exact[i] != nullptr ? FoundTerm{Term(exact[i]->get<double>()), {}}
                                       : FoundTerm{std::nullopt, fault ? fault->what : "it is no number"};
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
      std::all_of(run.terms.begin(), run.terms.end(), [](const FoundTerm& found) { return found.term.has_value(); });
  if (!summary || !all) {  // what is missing is told with what is there
    summary = nlohmann::json::parse(text, nullptr, false);
    exact = find_metrics(run, *summary);
  }
  for (std::size_t m = 0; m < study_.metrics.size(); ++m) {
    const Expression& expression = study_.metrics[m].expression;
    std::string why;
    const auto value = expression.value([&](const ExpressionName& name) { return run.terms[place_of(name)]; }, why);
    run.metrics[m].reset();
    if (!value) {
      if (run.message.empty()) run.message = study_.metrics[m].name + ": " + why;
      continue;
    }
    const nlohmann::json* json = expression.is_name() ? exact[place_of(expression.names()[0])] : nullptr;
    run.metrics[m] = MetricValue{*value, json != nullptr ? json->dump() : fmt::format("{}", *value)};
  }
}

bool StudyPlan::check_metrics(const std::vector<const PlannedRun*>& of) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto has = [i](const PlannedRun* run) { return run->terms[i].term.has_value(); };
    if (of.empty() || std::any_of(of.begin(), of.end(), has)) continue;
    problems_.error(names_[i].where, of.front()->terms[i].why);
  }
  return problems_.ok();
}

void StudyPlan::settle(std::size_t first) {
  for (std::size_t i = first; i < rows_.size(); ++i) {
    if (!runs_of_[i].empty()) settle_row(rows_[i], runs_of_[i]);
  }
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
      row.metrics[m] = MetricValue{of.mean, fmt::format("{}", of.mean)};
      row.half_widths[m] = of.half_width;
    }
  }
  count_broken(row, runs);
}

FoundTerm StudyPlan::mean_term(std::size_t name, const std::vector<std::size_t>& runs) const {
  std::vector<double> values;
  for (const std::size_t run : runs) {
    const FoundTerm& found = runs_[run].terms[name];
    if (!found.term || std::holds_alternative<std::string>(*found.term)) return found;
    values.push_back(std::get<double>(*found.term));
  }
  return {Term(mean_of_runs(values).mean), {}};
}

void StudyPlan::count_broken(PointRow& row, const std::vector<std::size_t>& runs) {
  std::size_t broken = 0;
  row.broken.reset();
  for (const Expression& constraint : study_.constraints) {
    std::string why;
    const auto holds =
        constraint.holds([&](const ExpressionName& name) { return mean_term(place_of(name), runs); }, why);
    if (!holds) {
      row.message = "the constraint " + constraint.text() + " has no value: " + why;
      return;
    }
    if (*holds) continue;
    if (broken == 0) row.message = "the constraint " + constraint.text() + " does not hold";
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
