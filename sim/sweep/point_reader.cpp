// SPDX-License-Identifier: Apache-2.0
#include "sweep/point_reader.h"

#include <algorithm>
#include <utility>

#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "output/run_report.h"
#include "sweep/search.h"
#include "text/file_digest.h"
#include "text/text_file.h"

namespace gantry {
namespace {

/// Returns the file of the machine, if it has one. Its content is in the resolved experiment.
std::string architecture_file(const Experiment& experiment) {
  const YamlNode* given = experiment.given->find("architecture");
  if (given == nullptr) return {};
  if (given->is_scalar()) return path_beside(directory_of(experiment.path), given->text);
  return given->file ? *given->file : std::string();
}

bool asks_for_causes(const Study& study) {
  const auto asks = [](const Expression& expression) {
    return std::any_of(expression.names().begin(), expression.names().end(),
                       [](const ExpressionName& name) { return needs_critical_path(name.path); });
  };
  return std::any_of(study.metrics.begin(), study.metrics.end(),
                     [&](const StudyMetric& metric) { return asks(metric.expression); }) ||
         std::any_of(study.constraints.begin(), study.constraints.end(), asks);
}

std::vector<std::string> report_sets(const Study& study) {
  std::vector<std::string> sets;
  const SearchEntry* search = searches().find(study.search.method);
  const auto names = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const ReportEntry& report : run_reports().entries()) {
    const bool on = names(study.keep, report.name) || (search != nullptr && names(search->reports, report.name)) ||
                    (report.name == "critical_path" && asks_for_causes(study));
    sets.push_back("output." + report.name + (on ? "=true" : "=false"));
  }
  return sets;
}

}  // namespace

Result<Experiment> PointReader::read(const std::vector<std::string>& sets) const {
  Diagnostics diagnostics;
  std::vector<std::string> all = sets;
  for (std::string& set : report_sets(study_)) all.push_back(std::move(set));
  auto experiment = read_experiment(*study_.base, study_.base_path, all, diagnostics);
  if (experiment && diagnostics.ok()) check_feasible(*experiment, diagnostics);
  if (!diagnostics.ok()) return diagnostics.errors().front();
  experiment->overrides.clear();
  return std::move(*experiment);
}

std::string PointReader::id(Experiment& experiment) {
  std::string text = "gantry " + version_ + '\n' + resolved_experiment(experiment, directory_of(study_.base_path));
  const std::string machine = architecture_file(experiment);
  for (const std::string& input : experiment.inputs) {
    if (input != study_.base_path && input != machine) text += digest_of(input) + '\n';
  }
  return sha256(text).substr(0, kIdDigits);
}

const std::string& PointReader::digest_of(const std::string& file) {
  const auto at = digests_.find(file);
  if (at != digests_.end()) return at->second;
  Diagnostics ignored;  // it was read a moment ago
  const auto text = read_named_file(file, "input", {}, ignored);
  return digests_.emplace(file, text ? sha256(*text) : "").first->second;
}

const Result<YamlNode>& PointReader::base() {
  if (base_) return *base_;
  Diagnostics diagnostics;
  auto experiment = read_experiment(*study_.base, study_.base_path, {}, diagnostics);
  std::optional<YamlNode> tree;
  if (diagnostics.ok()) tree = parse_yaml(resolved_experiment(*experiment, "."), study_.base_path, diagnostics);
  if (tree) {
    base_.emplace(std::move(*tree));
  } else {
    base_.emplace(Diagnostic{{}, "the base cannot be read as it is: " + diagnostics.errors().front().text});
  }
  return *base_;
}

}  // namespace gantry
