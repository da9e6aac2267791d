// SPDX-License-Identifier: Apache-2.0
#include "study/searches/path_hints.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace gantry {
namespace {

/// No step is worth more than this factor, whatever the path says.
constexpr double kLeastShare = 0.05;

double number_in(const nlohmann::json& object, const char* part, std::string_view key) {
  const auto at = object.find(part);
  if (at == object.end() || !at->is_object()) return 0.0;
  const auto value = at->find(key);
  return value != at->end() && value->is_number() ? value->get<double>() : 0.0;
}

/// Of every choice in this column; empty: some are no numbers above 0.
std::vector<double> numbers_of(const StudyAxis& axis, std::size_t column) {
  std::vector<double> values;
  for (const StudyChoice& choice : axis.choices) {
    char* end = nullptr;
    const std::string& cell = choice.cells[column];
    const double value = std::strtod(cell.c_str(), &end);
    if (cell.empty() || *end != '\0' || !(value > 0.0) || !std::isfinite(value)) return {};
    values.push_back(value);
  }
  return values;
}

}  // namespace

std::optional<PathReport> read_path_report(const std::string& summary) {
  const nlohmann::json json = nlohmann::json::parse(summary, nullptr, false);
  if (!json.is_object() || !json.contains("critical_path") || !json.contains("cycles")) return std::nullopt;
  if (!json["cycles"].is_number()) return std::nullopt;
  PathReport report;
  report.cycles = json["cycles"].get<double>();
  for (std::size_t i = 0; i < kCauses; ++i) {
    report.causes[i] = std::max(number_in(json, "critical_path", kCauseNames[i]),
                                number_in(json, "critical_path_held", kCauseNames[i]));
  }
  for (std::size_t i = 0; i < kBoundCount; ++i) report.bounds[i] = number_in(json, "bounds", kBounds[i].name);
  if (report.cycles < 1.0) return std::nullopt;
  return report;
}

double turned_cycles(const PathReport& report, const Resource& resource, double factor) {
  double share = 0.0;
  for (std::size_t i = 0; i < kCauses; ++i) share += (resource.causes >> i & 1U) != 0 ? report.causes[i] : 0.0;
  double least = report.cycles * kLeastShare;
  for (std::size_t i = 0; i < kBoundCount; ++i) {
    if ((resource.bounds >> i & 1U) != 0) least = std::max(least, report.bounds[i] / factor);
  }
  share = std::min(share, report.cycles);
  const double turned = report.cycles - share + share / factor;
  return std::min(std::max(turned, least), report.cycles / kLeastShare);
}

PathHints::PathHints(const Study& study) : turned_(study.axes.size()), steps_(study.axes.size()) {
  for (std::size_t a = 0; a < study.axes.size(); ++a) {
    const StudyAxis& axis = study.axes[a];
    steps_[a].resize(axis.choices.size());
    if (axis.alternatives) continue;
    for (std::size_t column = 0; column < axis.columns.size(); ++column) {
      const Resource* resource = resource_of_key(axis.columns[column]);
      std::vector<double> values = resource == nullptr ? std::vector<double>() : numbers_of(axis, column);
      if (!values.empty()) turned_[a].push_back({resource, std::move(values)});
    }
  }
}

void PathHints::look(std::size_t axis, const PathReport& report, std::uint32_t from, std::uint32_t to) {
  double change = 0.0;
  for (const Turned& turned : turned_[axis]) {
    const double ratio = turned.values[to] / turned.values[from];
    const double factor = turned.resource->better == Better::more ? ratio : 1.0 / ratio;
    change += std::log(turned_cycles(report, *turned.resource, factor) / report.cycles);
  }
  Step& step = steps_[axis][std::min(from, to)];
  step.sum += to > from ? change : -change;
  step.count += 1.0;
}

void PathHints::add(const Configuration& configuration, const PathReport& report) {
  for (std::size_t axis = 0; axis < turned_.size(); ++axis) {
    if (turned_[axis].empty()) continue;
    const std::uint32_t at = configuration[axis];
    if (at > 0) look(axis, report, at, at - 1);
    if (at + 1 < steps_[axis].size()) look(axis, report, at, at + 1);
  }
}

double PathHints::log_cycles(const Configuration& configuration) const {
  double sum = 0.0;
  for (std::size_t axis = 0; axis < steps_.size(); ++axis) {
    for (std::uint32_t i = 0; i < configuration[axis]; ++i) {
      const Step& step = steps_[axis][i];
      if (step.count > 0.0) sum += step.sum / step.count;
    }
  }
  return sum;
}

}  // namespace gantry
