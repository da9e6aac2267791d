// SPDX-License-Identifier: Apache-2.0
#include "sweep/costless_keys.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "gantry/cost/machine_cost.h"
#include "sweep/point_keys.h"
#include "text/yaml_writer.h"

namespace gantry {
namespace {

constexpr std::size_t kMostChoices = 8;

/// All figures of a machine, by what they are of.
using Figures = std::vector<std::pair<std::string, double>>;

Figures figures_of(const Experiment& experiment) {
  const MachineCost cost = machine_cost(experiment.architecture, experiment.picker, experiment.cost);
  Figures all;
  for (const CostPart& part : cost.parts) {
    if (part.area_um2) all.emplace_back("area of " + part.block, *part.area_um2);
    if (part.leakage_mw) all.emplace_back("leakage of " + part.block, *part.leakage_mw);
  }
  for (const EventPrice& price : cost.prices) {
    if (price.pj) all.emplace_back(price.block + ", " + price.event, *price.pj);
  }
  return all;
}

bool reads_cost(const Expression& expression) {
  const auto& names = expression.names();
  return std::any_of(names.begin(), names.end(),
                     [](const ExpressionName& name) { return name.path.front().text == "cost"; });
}

bool reads_cost(const Study& study) {
  return std::any_of(study.metrics.begin(), study.metrics.end(),
                     [](const StudyMetric& metric) { return reads_cost(metric.expression); }) ||
         std::any_of(study.constraints.begin(), study.constraints.end(),
                     [](const Expression& constraint) { return reads_cost(constraint); });
}

bool is_of_machine(const StudyAxis& axis) {
  constexpr std::array<std::string_view, 2> kSections = {"architecture", "policies"};
  return std::any_of(axis.choices.begin(), axis.choices.end(), [&](const StudyChoice& choice) {
    return std::any_of(choice.overrides.begin(), choice.overrides.end(), [&](const KeyOverride& override) {
      const std::string section = override.key.substr(0, override.key.find('.'));
      return std::find(kSections.begin(), kSections.end(), section) != kSections.end();
    });
  });
}

/// Returns the figures of a configuration; nothing if its machine cannot be built.
std::optional<Figures> figures_of(const Study& study, PointReader& reader, const Configuration& configuration) {
  PointKeys keys(study, configuration);
  if (keys.derive([&]() -> const Result<YamlNode>& { return reader.base(); })) return std::nullopt;
  std::vector<std::string> sets;
  for (const KeyOverride& override : keys.overrides()) sets.push_back(override.set());
  if (!study.workloads.empty()) sets.push_back("workload=" + yaml_flow(*study.workloads.front().node));
  const Result<Experiment> experiment = reader.read_keys(sets);
  if (!experiment) return std::nullopt;
  return figures_of(*experiment);
}

/// Whether the choices of an axis cost the same beside the other choices of `with`. Nothing: fewer than two can be
/// built.
std::optional<bool> costs_the_same(const Study& study, PointReader& reader, std::size_t axis, Configuration with) {
  const std::size_t choices = study.axes[axis].choices.size();
  const std::size_t compared = std::min(choices, kMostChoices);
  std::optional<Figures> first;
  bool any_second = false;
  for (std::size_t i = 0; i < compared; ++i) {
    with[axis] = static_cast<std::uint32_t>(compared < 2 ? 0 : i * (choices - 1) / (compared - 1));
    std::optional<Figures> figures = figures_of(study, reader, with);
    if (!figures) continue;
    if (!first) {
      first = std::move(figures);
      continue;
    }
    any_second = true;
    if (*figures != *first) return false;
  }
  if (!any_second) return std::nullopt;
  return true;
}

}  // namespace

std::vector<std::string> costless_keys(const Study& study, PointReader& reader) {
  std::vector<std::string> columns;
  if (!reads_cost(study)) return columns;
  std::array<Configuration, 3> bases;
  for (const StudyAxis& axis : study.axes) {
    bases[0].push_back(0);
    bases[1].push_back(static_cast<std::uint32_t>(axis.choices.size() / 2));
    bases[2].push_back(static_cast<std::uint32_t>(axis.choices.size() - 1));
  }
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
    if (!is_of_machine(study.axes[axis])) continue;
    std::optional<bool> same;
    for (std::size_t b = 0; b < bases.size() && !same; ++b) same = costs_the_same(study, reader, axis, bases[b]);
    if (!same || !*same) continue;
    const auto& own = study.axes[axis].columns;
    columns.insert(columns.end(), own.begin(), own.end());
  }
  return columns;
}

}  // namespace gantry
