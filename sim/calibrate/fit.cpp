// SPDX-License-Identifier: Apache-2.0
#include "calibrate/fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gantry {
namespace {

constexpr std::size_t kMostNewtonSteps = 20;
constexpr std::size_t kMostRounds = 10;
constexpr double kWorthARound = 1e-2;
constexpr double kWorthAStep = 1e-4;
constexpr std::uint64_t kFirstPart = 8;      ///< of the value is the first step along an axis
constexpr std::uint64_t kSlopePart = 20;     ///< of the value is the difference that gives a slope
constexpr std::uint64_t kLargestSlope = 64;  ///< times that difference: the largest that is tried
constexpr std::array<double, 5> kDampings = {1e-6, 1e-3, 0.1, 10.0, 1000.0};
constexpr std::array<double, 8> kLeaps = {1.0 / 64, 1.0 / 16, 1.0 / 4, 1.0 / 2, 2.0, 4.0, 16.0, 64.0};

/// Solves `matrix` x = `right` with pivots; nothing: it is singular.
std::optional<std::vector<double>> solve(std::vector<std::vector<double>> matrix, std::vector<double> right) {
  const std::size_t n = right.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < n; ++r) {
      if (std::abs(matrix[r][c]) > std::abs(matrix[pivot][c])) pivot = r;
    }
    if (std::abs(matrix[pivot][c]) < 1e-300) return std::nullopt;
    std::swap(matrix[c], matrix[pivot]);
    std::swap(right[c], right[pivot]);
    for (std::size_t r = c + 1; r < n; ++r) {
      const double part = matrix[r][c] / matrix[c][c];
      for (std::size_t k = c; k < n; ++k) matrix[r][k] -= part * matrix[c][k];
      right[r] -= part * right[c];
    }
  }
  for (std::size_t c = n; c-- > 0;) {
    for (std::size_t k = c + 1; k < n; ++k) right[c] -= matrix[c][k] * right[k];
    right[c] /= matrix[c][c];
  }
  return right;
}

class Search {
 public:
  Search(const std::vector<FitRange>& ranges, const FitModel& model) : ranges_(ranges), model_(model) {}

  std::optional<Fitted> run() {
    FitValues start;
    for (const FitRange& range : ranges_) start.push_back(std::clamp(range.start, range.low, range.high));
    const auto found = model_({start});
    if (!found || !found->front()) return std::nullopt;
    best_.values = std::move(start);
    best_.errors = *found->front();
    sum_ = sum_of_squares(best_.errors);
    for (std::size_t round = 0; round < kMostRounds && best_.complete; ++round) {
      const double before = sum_;
      while (best_.complete && leap()) {
      }
      for (std::size_t i = 0; i < kMostNewtonSteps && best_.complete && newton_step();) ++i;
      if (best_.complete) walk_axes();
      if (sum_ >= before * (1.0 - kWorthARound)) break;
    }
    return best_;
  }

 private:
  /// Computes all of them and takes the best if it is better than what there is. Returns by how much, as a part of the
  /// sum; 0: none is.
  double take_best(const std::vector<FitValues>& tried) {
    if (tried.empty()) return 0.0;
    const auto found = model_(tried);
    if (!found) {
      best_.complete = false;
      return 0.0;
    }
    const double before = sum_;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      const FitErrors& errors = (*found)[i];
      if (!errors) continue;
      const double sum = sum_of_squares(*errors);
      if (sum >= sum_) continue;
      sum_ = sum;
      best_.values = tried[i];
      best_.errors = *errors;
    }
    return before > 0.0 ? (before - sum_) / before : 0.0;
  }

  /// A value moved by `by` units of the key, into its range.
  [[nodiscard]] std::uint64_t moved(std::size_t key, double by) const {
    const FitRange& range = ranges_[key];
    const double unit = static_cast<double>(range.unit);
    const double to = std::round(static_cast<double>(best_.values[key]) / unit + by) * unit;
    if (to <= static_cast<double>(range.low)) return range.low;
    if (to >= static_cast<double>(range.high)) return range.high;
    return static_cast<std::uint64_t>(to);
  }

  /// A part of the value in units, at least one.
  [[nodiscard]] double part_of(std::size_t key, std::uint64_t part) const {
    return static_cast<double>(std::max<std::uint64_t>(1, best_.values[key] / ranges_[key].unit / part));
  }

  /// Tries each key alone at other orders of magnitude. Returns whether one is better.
  bool leap() {
    std::vector<FitValues> tried;
    for (std::size_t k = 0; k < ranges_.size(); ++k) {
      const double units = std::max(1.0, part_of(k, 1));
      for (const double factor : kLeaps) {
        FitValues to = best_.values;
        to[k] = moved(k, units * (factor - 1.0));
        if (to[k] != best_.values[k]) tried.push_back(std::move(to));
      }
    }
    return take_best(tried) > kWorthAStep;
  }

  /// Returns values of each key beside the best ones that change something, and the deviations there. A key that
  /// changes nothing has the last ones that were tried.
  std::optional<std::vector<std::pair<std::uint64_t, FitErrors>>> neighbours() {
    std::vector<std::pair<std::uint64_t, FitErrors>> found(ranges_.size());
    std::vector<std::size_t> keys(ranges_.size());
    for (std::size_t k = 0; k < keys.size(); ++k) keys[k] = k;
    for (std::uint64_t times = 1; times <= kLargestSlope && !keys.empty(); times *= 4) {
      std::vector<FitValues> tried;
      for (const std::size_t k : keys) {
        const double step = part_of(k, kSlopePart) * static_cast<double>(times);
        FitValues& to = tried.emplace_back(best_.values);
        to[k] = moved(k, step);
        if (to[k] == best_.values[k]) to[k] = moved(k, -step);
      }
      const auto errors = model_(tried);
      if (!errors) return std::nullopt;
      std::vector<std::size_t> without;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        found[keys[i]] = {tried[i][keys[i]], (*errors)[i]};
        if ((*errors)[i] == best_.errors) without.push_back(keys[i]);
      }
      keys = std::move(without);
    }
    return found;
  }

  /// Returns whether there may be a better one.
  bool newton_step() {
    const std::size_t keys = ranges_.size();
    const auto beside = neighbours();
    if (!beside) return best_.complete = false;
    // Columns of slopes, each by a whole part of its value, so that all are alike.
    std::vector<std::vector<double>> slopes(keys, std::vector<double>(best_.errors.size(), 0.0));
    std::vector<double> scales(keys, 1.0);
    for (std::size_t k = 0; k < keys; ++k) {
      const auto& [value, errors] = (*beside)[k];
      const double by =
          (static_cast<double>(value) - static_cast<double>(best_.values[k])) / static_cast<double>(ranges_[k].unit);
      scales[k] = part_of(k, 1);
      if (!errors || by == 0.0) continue;
      for (std::size_t r = 0; r < best_.errors.size(); ++r)
        slopes[k][r] = ((*errors)[r] - best_.errors[r]) / by * scales[k];
    }
    std::vector<FitValues> tried;
    for (const double damping : kDampings) {
      const auto step = damped(slopes, damping);
      if (!step) continue;
      FitValues to = best_.values;
      for (std::size_t k = 0; k < keys; ++k) to[k] = moved(k, (*step)[k] * scales[k]);
      tried.push_back(std::move(to));
    }
    return take_best(tried) > kWorthAStep;
  }

  [[nodiscard]] std::optional<std::vector<double>> damped(const std::vector<std::vector<double>>& slopes,
                                                          double damping) const {
    const std::size_t keys = slopes.size();
    std::vector<std::vector<double>> matrix(keys, std::vector<double>(keys, 0.0));
    std::vector<double> right(keys, 0.0);
    for (std::size_t i = 0; i < keys; ++i) {
      for (std::size_t r = 0; r < best_.errors.size(); ++r) {
        right[i] -= slopes[i][r] * best_.errors[r];
        for (std::size_t k = 0; k < keys; ++k) matrix[i][k] += slopes[i][r] * slopes[k][r];
      }
    }
    for (std::size_t i = 0; i < keys; ++i) matrix[i][i] += damping * matrix[i][i] + 1e-12;
    return solve(std::move(matrix), std::move(right));
  }

  void walk_axes() {
    const std::size_t keys = ranges_.size();
    std::vector<double> steps(keys);
    for (std::size_t k = 0; k < keys; ++k) steps[k] = part_of(k, kFirstPart);
    for (;;) {
      std::vector<FitValues> tried;
      for (std::size_t k = 0; k < keys; ++k) {
        for (const double by : {steps[k], -steps[k]}) {
          FitValues to = best_.values;
          to[k] = moved(k, by);
          if (to[k] != best_.values[k]) tried.push_back(std::move(to));
        }
      }
      if (take_best(tried) > 0.0) continue;
      if (!best_.complete) return;
      bool smallest = true;
      for (double& step : steps) {
        if (step > 1.0) smallest = false;
        step = std::max(1.0, std::floor(step / 2.0));
      }
      if (smallest) return;
    }
  }

  const std::vector<FitRange>& ranges_;
  const FitModel& model_;
  Fitted best_;
  double sum_ = 0.0;
};

}  // namespace

double sum_of_squares(const std::vector<double>& errors) {
  double sum = 0.0;
  for (const double error : errors) sum += error * error;
  return sum;
}

std::optional<Fitted> fit(const std::vector<FitRange>& ranges, const FitModel& model) {
  return Search(ranges, model).run();
}

}  // namespace gantry
