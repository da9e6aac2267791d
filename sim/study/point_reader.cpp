// SPDX-License-Identifier: Apache-2.0
#include "study/point_reader.h"

#include <algorithm>
#include <utility>

#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "report/run_report.h"
#include "study/search.h"
#include "text/file_digest.h"
#include "text/text_file.h"

namespace gantry {
namespace {

/// The file of the machine, if it has one of its own: what it says is in the resolved experiment.
std::string architecture_file(const Experiment& experiment) {
  const YamlNode* given = experiment.given->find("architecture");
  if (given == nullptr) return {};
  if (given->is_scalar()) return path_beside(directory_of(experiment.path), given->text);
  return given->file ? *given->file : std::string();
}

bool asks_for_causes(const Study& study) {
  const auto asks = [](const Expression& expression) {
    return std::any_of(expression.names().begin(), expression.names().end(), [](const ExpressionName& name) {
      return name.path.front().text.rfind("critical_path", 0) == 0;
    });
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

std::string first_problem(const Diagnostics& diagnostics) {
  constexpr std::string_view kMark = "error: ";
  for (const std::string& line : diagnostics.lines(1)) {
    const std::size_t at = line.find(kMark);
    if (at != std::string::npos) return line.substr(at + kMark.size());
  }
  return "";
}

ReadPoint PointReader::read(const std::vector<std::string>& sets) const {
  ReadPoint point;
  Diagnostics diagnostics;
  std::vector<std::string> all = sets;
  for (std::string& set : report_sets(study_)) all.push_back(std::move(set));
  auto experiment = read_experiment(*study_.base, study_.base_path, all, diagnostics);
  if (experiment && diagnostics.ok()) check_feasible(*experiment, diagnostics);
  if (experiment && diagnostics.ok()) {
    experiment->overrides.clear();
    point.experiment = std::move(experiment);
  } else {
    point.message = first_problem(diagnostics);
  }
  return point;
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

const YamlNode* PointReader::base(std::string& why) {
  if (!base_asked_) {
    base_asked_ = true;
    Diagnostics diagnostics;
    auto experiment = read_experiment(*study_.base, study_.base_path, {}, diagnostics);
    if (experiment && diagnostics.ok()) {
      auto tree = parse_yaml(resolved_experiment(*experiment, "."), study_.base_path, diagnostics);
      if (tree) base_ = std::make_shared<const YamlNode>(std::move(*tree));
    }
    if (!base_) base_problem_ = "the base cannot be read as it is: " + first_problem(diagnostics);
  }
  why = base_problem_;
  return base_.get();
}

}  // namespace gantry
