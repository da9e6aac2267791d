// SPDX-License-Identifier: Apache-2.0
#include "point/point_reader.h"

#include <algorithm>
#include <utility>

#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "output/run_report.h"
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

std::vector<std::string> report_sets(const std::vector<std::string>& kept) {
  std::vector<std::string> sets;
  for (const ReportEntry& report : run_reports().entries()) {
    const bool on = std::find(kept.begin(), kept.end(), report.name) != kept.end();
    sets.push_back("output." + report.name + (on ? "=true" : "=false"));
  }
  return sets;
}

}  // namespace

Result<Experiment> PointReader::read_keys(const std::vector<std::string>& sets) const {
  Diagnostics diagnostics;
  std::vector<std::string> all = of_.sets;
  all.insert(all.end(), sets.begin(), sets.end());
  for (std::string& set : report_sets(of_.reports)) all.push_back(std::move(set));
  auto experiment = read_experiment(*of_.document, of_.path, all, diagnostics);
  if (!diagnostics.ok()) return diagnostics.errors().front();
  experiment->overrides.clear();
  return std::move(*experiment);
}

Result<Experiment> PointReader::read(const std::vector<std::string>& sets) const {
  Result<Experiment> experiment = read_keys(sets);
  if (!experiment) return experiment;
  Diagnostics diagnostics;
  if (!check_feasible(*experiment, diagnostics)) return diagnostics.errors().front();
  return experiment;
}

std::string PointReader::id(Experiment& experiment) const {
  std::string text = "gantry " + of_.version + '\n' + resolved_experiment(experiment, directory_of(of_.path));
  const std::string machine = architecture_file(experiment);
  for (const std::string& input : experiment.inputs) {
    if (input != of_.path && input != machine) text += digest_of(input) + '\n';
  }
  return sha256(text).substr(0, kIdDigits);
}

const std::string& PointReader::digest_of(const std::string& file) const {
  const auto at = digests_.find(file);
  if (at != digests_.end()) return at->second;
  Diagnostics ignored;  // it was read a moment ago
  const auto text = read_named_file(file, "input", {}, ignored);
  return digests_.emplace(file, text ? sha256(*text) : "").first->second;
}

const Result<YamlNode>& PointReader::base() {
  if (base_) return *base_;
  Diagnostics diagnostics;
  auto experiment = read_experiment(*of_.document, of_.path, of_.sets, diagnostics);
  std::optional<YamlNode> tree;
  if (diagnostics.ok()) tree = parse_yaml(resolved_experiment(*experiment, "."), of_.path, diagnostics);
  if (tree) {
    base_.emplace(std::move(*tree));
  } else {
    base_.emplace(Diagnostic{{}, "the base cannot be read as it is: " + diagnostics.errors().front().text});
  }
  return *base_;
}

}  // namespace gantry
