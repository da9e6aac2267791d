// SPDX-License-Identifier: Apache-2.0
// Search for the values of a few numbers with which a model is as near as possible to what was measured.
//
// Each row has a deviation, such as ln(model / measured), and the sum of their squares is made small. The search is
// deterministic and asks for whole batches, whose members can be computed at the same time. It has three stages:
//
// 1. Leaps: each key alone by factors from 1/64 to 64. The best is taken until none is better.
// 2. Gauss-Newton steps with damping (Levenberg and Marquardt). Slopes come from differences, which are made larger
//    while they change nothing. They end when no damping makes the sum smaller by a ten-thousandth.
// 3. Steps along each axis, up and down, of an eighth of the value at first. The best of them is taken; if none is
//    better, steps are halved, until they are the smallest.
//
// All of it again, as long as the sum becomes smaller by a hundredth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace gantry {

/// A number that is fitted. Values are multiples of `unit`, except the ends of the range.
struct FitRange {
  std::uint64_t start = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t unit = 1;
};

using FitValues = std::vector<std::uint64_t>;

/// The deviations of all rows; nothing: a row cannot be computed with these values.
using FitErrors = std::optional<std::vector<double>>;

/// Computes the deviations with each of these values. Nothing: the search has to end, such as on an interrupt.
using FitModel = std::function<std::optional<std::vector<FitErrors>>(const std::vector<FitValues>& tried)>;

struct Fitted {
  FitValues values;
  std::vector<double> errors;
  bool complete = true;  ///< false: the search was ended by the model
};

/// Sum of the squares.
double sum_of_squares(const std::vector<double>& errors);

/// Starts at the start values, moved into their ranges. Nothing: the model cannot compute these, or ended the search
/// there.
std::optional<Fitted> fit(const std::vector<FitRange>& ranges, const FitModel& model);

}  // namespace gantry
