// SPDX-License-Identifier: Apache-2.0
// What is counted of a finished study: effects of its axes, which of them change nothing, how fast its front grew.
#include "survey/convergence.h"
#include "survey/effects.h"
#include "survey/flatness.h"

#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "survey/hypervolume.h"

namespace gantry::survey_test {

namespace {

/// Axes with so many values each, and `metrics` metrics of which all are objectives to be minimised.
WrittenStudy space(const std::vector<std::size_t>& values, std::size_t metrics) {
  WrittenStudy study;
  study.workloads = {""};
  for (const std::size_t count : values) {
    WrittenAxis& axis = study.axes.emplace_back();
    axis.columns = {std::string("k") + std::to_string(study.axes.size())};
    for (std::size_t i = 0; i < count; ++i) axis.choices.push_back({std::to_string(i)});
  }
  for (std::size_t m = 0; m < metrics; ++m) {
    study.metrics.push_back("m" + std::to_string(m));
    study.objectives.push_back({m, false});
  }
  return study;
}

void add(WrittenStudy& study, std::vector<std::uint32_t> choice, const std::vector<int>& numbers,
         const std::string& state = "done") {
  WrittenPoint& point = study.points.emplace_back();
  point.number = study.points.size() - 1;
  point.state = state;
  point.choice = std::move(choice);
  point.metrics.resize(study.metrics.size());
  for (std::size_t m = 0; m < numbers.size(); ++m)
    point.metrics[m] = WrittenMetricValue{static_cast<double>(numbers[m]), std::to_string(numbers[m]), {}};
}

/// 10 20 of the first value of the first axis, 30 60 of the second.
WrittenStudy two_by_two() {
  WrittenStudy study = space({2, 2}, 1);
  add(study, {0, 0}, {10});
  add(study, {0, 1}, {20});
  add(study, {1, 0}, {30});
  add(study, {1, 1}, {60});
  return study;
}

}  // namespace

TEST_CASE("the effect of an axis is what the means of its values hold of all squares") {
  const WrittenStudy study = two_by_two();
  const PointList points = points_with(study, 0, 0);
  // About the mean of 30: 400 + 100 + 0 + 900 = 1400, of which 4 x 15^2 and 4 x 10^2.
  const AxisEffect first = axis_effect(study, points, 0, 0);
  CHECK(first.values[0].mean == 15.0);
  CHECK(first.values[1].mean == 45.0);
  CHECK(first.values[1].least == 30.0);
  CHECK(first.values[1].most == 60.0);
  CHECK(first.range == 30.0);
  CHECK(*first.share == Catch::Approx(900.0 / 1400.0));
  const AxisEffect second = axis_effect(study, points, 1, 0);
  CHECK(second.range == 20.0);
  CHECK(*second.share == Catch::Approx(400.0 / 1400.0));
}

TEST_CASE("two axes interact by what no sum of their effects holds") {
  WrittenStudy study = two_by_two();
  // (10 - 20 - 30 + 60)^2 / 4 = 100 of the 1400.
  PairEffect pair = pair_effect(study, points_with(study, 0, 0), 0, 1, 0);
  CHECK(pair.cells[1][1].mean == 60.0);
  CHECK(*pair.share == Catch::Approx(100.0 / 1400.0));
  // Without one cell, and with points that are done in other company, a sum fits: a = (0, 40), b = (-10, 20).
  study.points[0].state = "failed";
  pair = pair_effect(study, points_with(study, 0, 0), 0, 1, 0);
  CHECK(pair.cells[0][0].points == 0);
  CHECK(*pair.share == Catch::Approx(0.0).margin(1e-12));
  // All points alike have no squares to share.
  WrittenStudy alike = space({2, 2}, 1);
  add(alike, {0, 0}, {7});
  add(alike, {1, 1}, {7});
  CHECK_FALSE(pair_effect(alike, points_with(alike, 0, 0), 0, 1, 0).share.has_value());
}

TEST_CASE("an additive metric of a space with uneven counts has no interaction") {
  WrittenStudy study = space({3, 2}, 1);
  // 100 a + 7 b, the cell (2, 0) never and (0, 0) three times.
  for (int i = 0; i < 3; ++i) add(study, {0, 0}, {0});
  add(study, {0, 1}, {7});
  add(study, {1, 0}, {100});
  add(study, {1, 1}, {107});
  add(study, {2, 1}, {207});
  CHECK(*pair_effect(study, points_with(study, 0, 0), 0, 1, 0).share == Catch::Approx(0.0).margin(1e-12));
}

TEST_CASE("an axis is flat if no objective differs between points that differ in it alone") {
  WrittenStudy study = space({2, 3}, 2);
  study.objectives.pop_back();  // the second metric is none
  add(study, {0, 0}, {5, 1});
  add(study, {0, 1}, {5, 2});
  add(study, {0, 2}, {5, 4});
  add(study, {1, 0}, {8, 1});
  add(study, {1, 1}, {8, 1});
  const auto changes = axis_changes(study, 0);
  // Of the first axis the pairs (.,0) and (.,1); (.,2) has nobody to compare with.
  CHECK(changes[0].comparisons == 2);
  CHECK(changes[0].metrics[0].changed == 2);
  CHECK(changes[0].metrics[0].largest == Catch::Approx(3.0 / 8.0));
  CHECK_FALSE(changes[0].flat(study));
  CHECK(changes[1].comparisons == 2);
  CHECK(changes[1].metrics[0].changed == 0);
  CHECK(changes[1].metrics[1].changed == 1);
  CHECK(changes[1].metrics[1].largest == Catch::Approx(3.0 / 4.0));
  CHECK(changes[1].flat(study));
}

TEST_CASE("an axis that makes runs fail is not flat, one without comparisons is not told, infeasible points are none") {
  WrittenStudy study = space({2, 2, 2}, 1);
  add(study, {0, 0, 0}, {5});
  add(study, {1, 0, 0}, {}, "timeout");
  add(study, {0, 1, 0}, {}, "infeasible");
  add(study, {0, 0, 1}, {5});
  const auto changes = axis_changes(study, 0);
  CHECK(changes[0].comparisons == 1);
  CHECK(changes[0].ended_otherwise == 1);
  CHECK_FALSE(changes[0].flat(study));
  CHECK(changes[1].comparisons == 0);
  CHECK_FALSE(changes[1].flat(study));
  CHECK(changes[2].flat(study));
}

TEST_CASE("the hypervolume is what a front covers of the box") {
  CHECK(hypervolume({}, {1.0}) == 0.0);
  CHECK(hypervolume({{0.25}}, {1.0}) == 0.75);
  CHECK(hypervolume({{0.25}, {0.5}}, {1.0}) == 0.75);
  // Two rectangles of 3/4 x 1/2 that share 1/2 x 1/2.
  CHECK(hypervolume({{0.25, 0.5}, {0.5, 0.25}}, {1.0, 1.0}) == 0.5);
  CHECK(hypervolume({{0.5, 0.25}, {0.25, 0.5}, {0.6, 0.6}}, {1.0, 1.0}) == 0.5);
  CHECK(hypervolume({{0.0, 1.5}}, {1.0, 1.0}) == 0.0);
  // 1 x 1/2 x 1/2 and 1/2 x 1 x 1, which share 1/8.
  CHECK(hypervolume({{0.0, 0.5, 0.5}, {0.5, 0.0, 0.0}}, {1.0, 1.0, 1.0}) == 0.625);
}

TEST_CASE("convergence follows the front in the order of the points, within the box of all of them") {
  WrittenStudy study = space({6}, 2);
  add(study, {0}, {4, 1});
  add(study, {1}, {2, 2});
  add(study, {2}, {3, 3});  // bettered
  add(study, {3}, {1, 1}, "failed");
  add(study, {4}, {1, 4});
  const Convergence found = convergence(study, 0);
  CHECK(found.points == 5);
  CHECK(found.best == std::vector<double>{1.0, 1.0});
  CHECK(found.worst == std::vector<double>{4.0, 4.0});
  REQUIRE(found.steps.size() == 3);
  CHECK(found.steps[0].points == 1);
  CHECK(found.steps[0].volume == 0.0);
  CHECK(found.steps[1].points == 2);
  CHECK(found.steps[1].volume == Catch::Approx(4.0 / 9.0));
  CHECK(found.steps[1].best == std::vector<double>{2.0, 1.0});
  CHECK(found.steps[2].points == 5);
  CHECK(found.steps[2].front == 3);
  CHECK(found.steps[2].volume == Catch::Approx(4.0 / 9.0));
  // To be maximised: the best is the largest, and costs are turned around.
  study.objectives[1].maximise = true;
  const Convergence turned = convergence(study, 0);
  CHECK(turned.best == std::vector<double>{1.0, 4.0});
  CHECK(turned.worst == std::vector<double>{4.0, 1.0});
  REQUIRE(!turned.steps.empty());
  CHECK(turned.steps.back().front == 1);
  CHECK(turned.steps.back().volume == 1.0);
}

}  // namespace gantry::survey_test
