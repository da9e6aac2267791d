// SPDX-License-Identifier: Apache-2.0
// The search of `gantry calibrate` alone, on models whose constants are known.
#include "calibrate/fit.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "catch.h"

namespace gantry::fit_test {

namespace {

/// The model of a pipeline: a base, and the slower of two stages whose work differs from row to row.
double pipeline(const FitValues& v, double work, double bytes) {
  return static_cast<double>(v[0]) +
         std::max(static_cast<double>(v[1]) * work, bytes / static_cast<double>(v[2]) * 100.0);
}

const std::vector<std::pair<double, double>> kRows = {{1, 256},   {5, 1280}, {5, 61440}, {1, 12288},
                                                      {40, 9000}, {40, 3e5}, {3, 700},   {3, 9000}};

FitModel model_of(const FitValues& hidden, std::size_t& tried_in_all) {
  return [hidden, &tried_in_all](const std::vector<FitValues>& tried) {
    std::vector<FitErrors> all;
    for (const FitValues& values : tried) {
      ++tried_in_all;
      std::vector<double> errors;
      for (const auto& [work, bytes] : kRows)
        errors.push_back(std::log(pipeline(values, work, bytes) / pipeline(hidden, work, bytes)));
      all.emplace_back(std::move(errors));
    }
    return std::optional(std::move(all));
  };
}

}  // namespace

TEST_CASE("a base and the rates of two stages are found exactly, from far away") {
  const FitValues hidden = {2455, 126, 1610};
  std::size_t tried = 0;
  const auto found = fit({{100, 0, 100000, 1}, {10, 1, 10000, 1}, {100, 1, 100000, 10}}, model_of(hidden, tried));
  REQUIRE(found);
  CHECK(found->values == hidden);
  CHECK(found->complete);
  CHECK(sum_of_squares(found->errors) == 0.0);
  CHECK(tried < 1000);
}

TEST_CASE("values stay in their ranges and on their units") {
  const FitValues hidden = {2455, 126, 1610};
  std::size_t tried = 0;
  const auto found = fit({{100, 0, 2000, 7}, {10, 1, 10000, 1}, {100, 1, 100000, 10}}, model_of(hidden, tried));
  REQUIRE(found);
  CHECK(found->values[0] <= 2000);
  CHECK((found->values[0] % 7 == 0 || found->values[0] == 2000));
  CHECK(found->values[2] % 10 == 0);
  // A start outside a range begins at its end.
  const auto at_end = fit({{100, 500, 500, 1}}, [](const std::vector<FitValues>& all) {
    for (const FitValues& values : all) CHECK(values == FitValues{500});
    return std::optional(std::vector<FitErrors>(all.size(), std::vector<double>{0.25}));
  });
  REQUIRE(at_end);
  CHECK(at_end->values == FitValues{500});
}

TEST_CASE("values that cannot be computed are passed by, but the start has to be one that can") {
  // Whatever is odd cannot be computed.
  const auto even = [](const std::vector<FitValues>& tried) {
    std::vector<FitErrors> all;
    for (const FitValues& v : tried) {
      all.emplace_back();
      if (v[0] % 2 == 0) all.back() = std::vector<double>{static_cast<double>(v[0]) / 38.0 - 1.0};
    }
    return std::optional(std::move(all));
  };
  const auto found = fit({{80, 1, 1000, 1}}, even);
  REQUIRE(found);
  CHECK(found->values[0] % 2 == 0);
  CHECK(std::abs(found->errors[0]) < 0.1);
  CHECK(!fit({{81, 1, 1000, 1}}, even));
}

TEST_CASE("a search that is ended has the best that it has found") {
  const FitValues hidden = {2455, 126, 1610};
  std::size_t tried = 0;
  int batches = 0;
  const FitModel whole = model_of(hidden, tried);
  double first = 0.0;
  const auto found = fit({{100, 0, 100000, 1}, {10, 1, 10000, 1}, {100, 1, 100000, 10}},
                         [&](const std::vector<FitValues>& all) -> std::optional<std::vector<FitErrors>> {
                           if (++batches > 3) return std::nullopt;
                           auto errors = whole(all);
                           if (batches == 1) first = sum_of_squares(*errors->front());
                           return errors;
                         });
  REQUIRE(found);
  CHECK(!found->complete);
  CHECK(sum_of_squares(found->errors) < first);
}

}  // namespace gantry::fit_test
