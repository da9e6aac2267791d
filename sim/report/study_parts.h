// SPDX-License-Identifier: Apache-2.0
// Parts of a study's page, each as JSON that the page draws.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "report/page_run.h"
#include "result/study_files.h"

namespace gantry {

/// Limits of a page's content. The page states what it leaves out.
struct StudyLimits {
  std::size_t points = 12000;    ///< points in the list
  std::size_t explained = 1500;  ///< points whose summary is read
  std::size_t values = 400;      ///< values of an axis in its effects
  std::size_t pairs = 15;        ///< pairs of axes, per objective
  std::size_t pair_values = 32;  ///< values of an axis in a pair
  std::size_t name_bytes = 100;  ///< bytes of a name or value
  std::size_t message_bytes = 400;

  [[nodiscard]] StudyLimits over(std::size_t divisor) const {
    StudyLimits less = *this;
    for (std::size_t* limit :
         {&less.points, &less.explained, &less.values, &less.pairs, &less.pair_values, &less.message_bytes})
      *limit = std::max<std::size_t>(*limit / divisor, 2);
    return less;
  }
};

/// Returns the question: axes with their values, metrics, objectives.
PageJson study_head(const WrittenStudy& study, const StudyLimits& limits);

/// Returns the points, column by column: the complete front, and as many others as fit.
PageJson study_points(const WrittenStudy& study, const StudyLimits& limits, PageJson& left_out);

/// Returns the bounds and the time by cause of some of these points, by index in `points` of study_points.
PageJson study_causes(const std::string& directory, const PageJson& points, const StudyLimits& limits,
                      PageJson& left_out);

/// Returns for each workload the effects of axes and pairs, axes without effect, and the convergence of the search.
PageJson study_effects(const WrittenStudy& study, const StudyLimits& limits, PageJson& left_out);

}  // namespace gantry
