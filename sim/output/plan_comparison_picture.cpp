// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <cmath>

#include <algorithm>

#include "gantry/base/one_line.h"
#include "output/plan_comparison.h"
#include "output/svg.h"
#include "text/text_table.h"

namespace gantry {
namespace {

constexpr double kNames = 130.0;       ///< left end of the bars; names of the methods are left of it
constexpr double kAxisLength = 520.0;  ///< of the axis
constexpr double kLabels = 200.0;      ///< right of it
constexpr double kRowHeight = 26.0;
constexpr double kDot = 9.0;
constexpr double kRowsTop = 92.0;

/// Cycles on an axis that begins below the bound: methods lie close together, and from 0 they would look the same.
class Axis {
 public:
  explicit Axis(const PlanComparison& comparison) {
    double least = static_cast<double>(comparison.bound);
    double most = least;
    for (const ComparedPlan& plan : comparison.plans) {
      for (const Cycle cycles : {plan.makespan(), plan.ideal, plan.machine.value_or(plan.makespan())}) {
        least = std::min(least, static_cast<double>(cycles));
        most = std::max(most, static_cast<double>(cycles));
      }
    }
    step_ = scale_end(std::max((most - least) / 6.0, std::max(most / 200.0, 1.0)));
    first_ = step_ * static_cast<double>(static_cast<std::uint64_t>(least / step_));
    last_ = std::max(step_ * static_cast<double>(static_cast<std::uint64_t>(most / step_) + 1), first_ + step_);
  }

  [[nodiscard]] double x(Cycle cycles) const {
    return kNames + kAxisLength * (static_cast<double>(cycles) - first_) / (last_ - first_);
  }
  void draw(Svg& svg, double bottom) const {
    for (double at = first_; at <= last_ + step_ / 2; at += step_) {
      const auto cycles = static_cast<Cycle>(std::llround(at));
      svg.line(x(cycles), kRowsTop - 6, x(cycles), bottom, "grid");
      svg.text(x(cycles), bottom + 14, "s m", grouped(cycles));
    }
    svg.text(kNames + kAxisLength, bottom + 30, "e", first_ > 0.0 ? "cycles (the axis does not begin at 0)" : "cycles");
  }

 private:
  double step_ = 1.0;
  double first_ = 0.0;
  double last_ = 1.0;
};

void dot(Svg& svg, double x, double y, const char* cls, const std::string& tip) {
  svg.rect(x - kDot / 2, y - kDot / 2, kDot, kDot, cls, tip);
}

void row(Svg& svg, const Axis& axis, double y, const ComparedPlan& plan) {
  svg.text(kNames - 10, y + 4, "e", plan.method);
  const double planned = axis.x(plan.makespan());
  std::string label = grouped(plan.makespan());
  const std::optional<double> gap = plan.ratio("gap");
  if (gap) label += fmt::format(", {:.2f} % above", *gap * 100.0);
  double end = planned;
  if (plan.machine) {
    const double machine = axis.x(*plan.machine);
    svg.line(planned, y, machine, y, "l2", "", 2.0);
    dot(svg, machine, y, "b4", fmt::format("{} on the machine: {} cycles", plan.method, grouped(*plan.machine)));
    label += "; " + grouped(*plan.machine);
    end = std::max(end, machine);
  }
  dot(svg, planned, y, "l4", fmt::format("{}, planned: {} cycles", plan.method, grouped(plan.makespan())));
  if (end > kNames + kAxisLength - 10) end = kNames + kAxisLength;
  svg.text(end + 12, y + 4, "s", label);
}

}  // namespace

std::string plan_comparison_picture(const PlanComparison& comparison) {
  const Axis axis(comparison);
  const double bottom = kRowsTop + kRowHeight * static_cast<double>(comparison.plans.size());
  Svg svg(kNames + kAxisLength + kLabels, bottom + 44, one_line(comparison.workload) + ": plans compared");
  svg.text(16, 44, "", fmt::format("{} tasks on {}", grouped(comparison.tasks), one_line(comparison.machine)));
  dot(svg, 24, 62, "l4", "");
  svg.text(36, 66, "s", "planned");
  if (comparison.on_machine()) {
    dot(svg, 100, 62, "b4", "");
    svg.text(112, 66, "s", "on the machine");
  }
  axis.draw(svg, bottom);
  const double bound = axis.x(comparison.bound);
  svg.line(bound, kRowsTop - 12, bound, bottom, "mark", "", 2.0);
  svg.text(bound + 4, kRowsTop - 10, "s", "no schedule is shorter: " + grouped(comparison.bound));
  double y = kRowsTop + kRowHeight / 2;
  for (const ComparedPlan& plan : comparison.plans) {
    row(svg, axis, y, plan);
    y += kRowHeight;
  }
  return svg.finish();
}

}  // namespace gantry
