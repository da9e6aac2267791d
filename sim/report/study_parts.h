// SPDX-License-Identifier: Apache-2.0
// The parts of a study's page, each as JSON that the page draws.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "report/page_run.h"
#include "result/study_files.h"

namespace gantry {

/// How much of a study its page holds. The page says what it left out.
struct StudyLimits {
  std::size_t points = 12000;    ///< one by one
  std::size_t explained = 1500;  ///< of which the summary is looked at
  std::size_t values = 400;      ///< of an axis in its effects
  std::size_t pairs = 15;        ///< of axes, of an objective
  std::size_t pair_values = 32;  ///< of an axis in a pair
  std::size_t name_bytes = 100;  ///< of a name or value
  std::size_t message_bytes = 400;

  [[nodiscard]] StudyLimits over(std::size_t divisor) const {
    StudyLimits less = *this;
    for (std::size_t* limit :
         {&less.points, &less.explained, &less.values, &less.pairs, &less.pair_values, &less.message_bytes})
      *limit = std::max<std::size_t>(*limit / divisor, 2);
    return less;
  }
};

/// What is asked: axes with their values, metrics, objectives.
PageJson study_head(const WrittenStudy& study, const StudyLimits& limits);

/// Points, column by column. All of the front, and of the others as many as there is room for.
PageJson study_points(const WrittenStudy& study, const StudyLimits& limits, PageJson& left_out);

/// What binds some of these points and where their time went, by position in `points` of study_points.
PageJson study_causes(const std::string& directory, const PageJson& points, const StudyLimits& limits,
                      PageJson& left_out);

/// By workload: effects of each axis and pair, what is flat, how the search converged.
PageJson study_effects(const WrittenStudy& study, const StudyLimits& limits, PageJson& left_out);

}  // namespace gantry
