// SPDX-License-Identifier: Apache-2.0
#include "survey/flatness.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace gantry {
namespace {

using Configuration = std::vector<std::uint32_t>;
using Group = std::vector<const WrittenPoint*>;

bool ran(const WrittenPoint& point) { return point.state != "infeasible" && point.state != "interrupted"; }

/// Whether points of these configurations differ in the axis only. One point represents all of its configuration.
bool differ_in(const Group& group, std::size_t axis) {
  return std::any_of(group.begin(), group.end(),
                     [&](const WrittenPoint* point) { return point->choice[axis] != group.front()->choice[axis]; });
}

void compare(const Group& group, AxisChange& change) {
  Group done;
  for (const WrittenPoint* point : group) {
    if (point->done()) done.push_back(point);
  }
  if (done.empty()) return;
  ++change.comparisons;
  if (done.size() < group.size()) ++change.ended_otherwise;
  for (std::size_t m = 0; m < change.metrics.size(); ++m) {
    const auto& first = done.front()->metrics[m];
    bool same = true;
    double least = first ? first->number : 0.0;
    double most = least;
    for (const WrittenPoint* point : done) {
      const auto& value = point->metrics[m];
      same = same && value.has_value() == first.has_value() && (!value || value->text == first->text);
      if (!value) continue;
      least = std::min(least, value->number);
      most = std::max(most, value->number);
    }
    if (same) continue;
    ++change.metrics[m].changed;
    const double size = std::max(std::abs(least), std::abs(most));
    if (size > 0.0) change.metrics[m].largest = std::max(change.metrics[m].largest, (most - least) / size);
  }
}

}  // namespace

bool AxisChange::flat(const WrittenStudy& study) const {
  if (comparisons == 0 || ended_otherwise > 0) return false;
  return std::all_of(study.objectives.begin(), study.objectives.end(),
                     [this](const WrittenObjective& one) { return metrics[one.metric].changed == 0; });
}

std::vector<AxisChange> axis_changes(const WrittenStudy& study, std::size_t workload) {
  std::vector<AxisChange> changes(study.axes.size());
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
    changes[axis].metrics.resize(study.metrics.size());
    std::map<Configuration, Group> groups;
    for (const WrittenPoint& point : study.points) {
      if (point.workload != workload || !ran(point)) continue;
      Configuration others = point.choice;
      others[axis] = 0;
      groups[std::move(others)].push_back(&point);
    }
    for (const auto& [others, group] : groups) {
      if (differ_in(group, axis)) compare(group, changes[axis]);
    }
  }
  return changes;
}

}  // namespace gantry
