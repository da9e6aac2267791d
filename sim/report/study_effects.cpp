// SPDX-License-Identifier: Apache-2.0
// Effects, axes without effect, and convergence of a study, as the page draws them.
#include <algorithm>
#include <utility>
#include <vector>

#include "report/study_parts.h"
#include "survey/convergence.h"
#include "survey/effects.h"
#include "survey/flatness.h"

namespace gantry {
namespace {

PageJson value_json(const ValueMean& value) {
  if (value.points == 0) return nullptr;
  return {value.points, value.mean, value.least, value.most};
}

PageJson share_json(const std::optional<double>& share) { return share ? PageJson(*share) : PageJson(); }

PageJson axis_json(const AxisEffect& effect, std::size_t most) {
  PageJson values = PageJson::array();
  for (std::size_t i = 0; i < effect.values.size() && i < most; ++i) values.push_back(value_json(effect.values[i]));
  return {{"values", std::move(values)}, {"range", effect.range}, {"share", share_json(effect.share)}};
}

/// The strongest pairs of an objective.
PageJson pairs_json(const WrittenStudy& study, const PointList& points, std::size_t metric, const StudyLimits& limits) {
  struct Pair {
    std::size_t a = 0;
    std::size_t b = 0;
    PairEffect effect;
  };
  std::vector<Pair> pairs;
  const auto varies = [&](std::size_t axis) {
    const std::size_t values = study.axes[axis].choices.size();
    return values > 1 && values <= limits.pair_values;
  };
  for (std::size_t a = 0; a < study.axes.size(); ++a) {
    for (std::size_t b = a + 1; b < study.axes.size(); ++b) {
      if (varies(a) && varies(b)) pairs.push_back({a, b, pair_effect(study, points, a, b, metric)});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) {
    return x.effect.share.value_or(-1.0) > y.effect.share.value_or(-1.0);
  });
  PageJson list = PageJson::array();
  for (std::size_t i = 0; i < pairs.size() && i < limits.pairs; ++i) {
    PageJson cells = PageJson::array();
    for (const auto& row : pairs[i].effect.cells) {
      PageJson line = PageJson::array();
      for (const ValueMean& cell : row) line.push_back(cell.points == 0 ? PageJson() : PageJson(cell.mean));
      cells.push_back(std::move(line));
    }
    list.push_back({{"a", pairs[i].a},
                    {"b", pairs[i].b},
                    {"share", share_json(pairs[i].effect.share)},
                    {"cells", std::move(cells)}});
  }
  return list;
}

PageJson metric_effects(const WrittenStudy& study, std::size_t workload, std::size_t metric,
                        const StudyLimits& limits) {
  const PointList points = points_with(study, workload, metric);
  PageJson axes = PageJson::array();
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis)
    axes.push_back(axis_json(axis_effect(study, points, axis, metric), limits.values));
  return {{"metric", metric},
          {"points", points.size()},
          {"axes", std::move(axes)},
          {"pairs", pairs_json(study, points, metric, limits)}};
}

PageJson flat_json(const WrittenStudy& study, std::size_t workload) {
  PageJson list = PageJson::array();
  for (const AxisChange& change : axis_changes(study, workload)) {
    PageJson metrics = PageJson::array();
    for (const MetricChange& metric : change.metrics) metrics.push_back({metric.changed, metric.largest});
    list.push_back({{"comparisons", change.comparisons},
                    {"ended", change.ended_otherwise},
                    {"flat", change.flat(study)},
                    {"metrics", std::move(metrics)}});
  }
  return list;
}

PageJson convergence_json(const WrittenStudy& study, std::size_t workload) {
  const Convergence found = convergence(study, workload);
  PageJson steps = PageJson::array();
  for (const ConvergenceStep& step : found.steps)
    steps.push_back({step.points, step.front, found.has_volume ? PageJson(step.volume) : PageJson(), step.best});
  return {{"points", found.points},
          {"best", found.best},
          {"worst", found.worst},
          {"has_volume", found.has_volume},
          {"steps", std::move(steps)}};
}

}  // namespace

PageJson study_effects(const WrittenStudy& study, const StudyLimits& limits, PageJson& left_out) {
  PageJson all = PageJson::array();
  for (std::size_t workload = 0; workload < study.workloads.size(); ++workload) {
    PageJson objectives = PageJson::array();
    for (const WrittenObjective& one : study.objectives)
      objectives.push_back(metric_effects(study, workload, one.metric, limits));
    all.push_back({{"objectives", std::move(objectives)},
                   {"flat", flat_json(study, workload)},
                   {"convergence", convergence_json(study, workload)}});
  }
  for (const WrittenAxis& axis : study.axes) {
    const std::string name = shortened(axis.columns.front(), limits.name_bytes);
    const std::size_t values = axis.choices.size();
    if (values > limits.values)
      left_out.push_back("Effects: the first " + std::to_string(limits.values) + " of " + std::to_string(values) +
                         " values of " + name + '.');
    if (values > limits.pair_values && study.axes.size() > 1)
      left_out.push_back("Interactions: none of " + name + ", which has " + std::to_string(values) + " values.");
  }
  return all;
}

}  // namespace gantry
