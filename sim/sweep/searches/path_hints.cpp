// SPDX-License-Identifier: Apache-2.0
#include "sweep/searches/path_hints.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "text/yaml_reader.h"

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

/// Blocks are called as the sections of their keys are, but for these.
std::string section_of(const std::string& block) {
  for (const auto& [begin, section] : {std::pair("routers", "interconnect"), std::pair("processors", "processors")}) {
    if (block.rfind(begin, 0) == 0) return section;
  }
  return block == "register_file" ? "decomposer" : block;
}

/// The highest of the bounds that give way to it.
double bound_of(const PathReport& report, const Resource& resource) {
  double most = 0.0;
  for (std::size_t i = 0; i < kBoundCount; ++i) {
    if ((resource.bounds >> i & 1U) != 0) most = std::max(most, report.bounds[i]);
  }
  return most;
}

/// Causes may give way to several resources: how near the one comes to the highest bound among them. 1: it has none.
double standing_of(const PathReport& report, const Resource& resource) {
  const double own = bound_of(report, resource);
  if (own <= 0.0) return 1.0;
  double most = own;
  for (const Resource& other : resources()) {
    if ((other.causes & resource.causes) != 0) most = std::max(most, bound_of(report, other));
  }
  return own / most;
}

void read_areas(const nlohmann::json& summary, PathReport& report) {
  const auto cost = summary.find("cost");
  if (cost == summary.end() || !cost->is_object() || !cost->contains("blocks")) return;
  for (const nlohmann::json& block : (*cost)["blocks"]) {
    if (!block.is_object() || !block.contains("block") || !block["block"].is_string()) continue;
    const auto area = block.find("area_um2");
    if (area == block.end() || !area->is_number()) continue;
    report.area += area->get<double>();
    report.blocks[section_of(block["block"].get<std::string>())] += area->get<double>();
  }
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
  read_areas(json, report);
  return report;
}

double area_with(const PathReport& report, std::string_view key) {
  key.remove_prefix(std::min(key.find('.') + 1, key.size()));  // "architecture."
  constexpr std::string_view kPicker = "dispatcher.picker.";
  if (key.substr(0, kPicker.size()) == kPicker) key.remove_prefix(key.find('.') + 1);
  const auto at = report.blocks.find(std::string(key.substr(0, key.find('.'))));
  return at == report.blocks.end() ? 0.0 : at->second;
}

double turned_cycles(const PathReport& report, const Resource& resource, double factor) {
  double share = 0.0;
  for (std::size_t i = 0; i < kCauses; ++i) share += (resource.causes >> i & 1U) != 0 ? report.causes[i] : 0.0;
  const double least = std::max(report.cycles * kLeastShare, bound_of(report, resource) / factor);
  share *= standing_of(report, resource);
  share = std::min(share, report.cycles);
  const double turned = report.cycles - share + share / factor;
  return std::min(std::max(turned, least), report.cycles / kLeastShare);
}

PathHints::PathHints(const Study& study)
    : turned_(study.axes.size()), cycles_(study.axes.size()), area_(study.axes.size()) {
  for (std::size_t a = 0; a < study.axes.size(); ++a) {
    const StudyAxis& axis = study.axes[a];
    cycles_[a].resize(axis.choices.size());
    area_[a].resize(axis.choices.size());
    if (axis.alternatives) continue;
    for (std::size_t column = 0; column < axis.columns.size(); ++column) {
      const Resource* resource = resource_of_key(axis.columns[column]);
      std::vector<double> values = resource == nullptr ? std::vector<double>() : numbers_of(axis, column);
      if (!values.empty()) turned_[a].push_back({axis.columns[column], resource, std::move(values)});
    }
  }
}

void PathHints::look(std::size_t axis, const PathReport& report, std::uint32_t from, std::uint32_t to) {
  double cycles = 0.0;
  double area = 0.0;
  for (const Turned& turned : turned_[axis]) {
    const double ratio = turned.values[to] / turned.values[from];
    const double factor = turned.resource->better == Better::more ? ratio : 1.0 / ratio;
    cycles += std::log(turned_cycles(report, *turned.resource, factor) / report.cycles);
    if (turned.resource->better == Better::more) area += area_with(report, turned.key) * (ratio - 1.0);
  }
  const auto take = [&](Step& step, double change) {
    step.sum += to > from ? change : -change;
    step.count += 1.0;
  };
  take(cycles_[axis][std::min(from, to)], cycles);
  if (report.area > 0.0)
    take(area_[axis][std::min(from, to)], std::log(std::max(1.0 + area / report.area, kLeastShare)));
}

void PathHints::add(const Configuration& configuration, const PathReport& report) {
  for (std::size_t axis = 0; axis < turned_.size(); ++axis) {
    if (turned_[axis].empty()) continue;
    const std::uint32_t at = configuration[axis];
    if (at > 0) look(axis, report, at, at - 1);
    if (at + 1 < cycles_[axis].size()) look(axis, report, at, at + 1);
  }
}

double PathHints::sum(const Configuration& configuration, const std::vector<std::vector<Step>>& steps) {
  double sum = 0.0;
  for (std::size_t axis = 0; axis < steps.size(); ++axis) {
    for (std::uint32_t i = 0; i < configuration[axis]; ++i) {
      const Step& step = steps[axis][i];
      if (step.count > 0.0) sum += step.sum / step.count;
    }
  }
  return sum;
}

}  // namespace gantry
