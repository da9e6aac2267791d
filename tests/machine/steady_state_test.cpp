// SPDX-License-Identifier: Apache-2.0
// The estimator of long-run means, on series whose mean is known: 95 % intervals contain it in 95 % of the cases, and
// the warm-up is found where it is.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/quotient.h"
#include "output/mean_of_runs.h"
#include "output/steady_state.h"

namespace gantry::steady_state_test {

namespace {

constexpr int kReplications = 400;

/// Uniform in (0, 1).
double uniform(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1.0p-53; }
double exponential(std::mt19937_64& random) { return -std::log(uniform(random)); }

/// A series is of whole numbers: millionths of the drawn values.
constexpr double kUnit = 1e6;
std::uint64_t whole(double value) { return static_cast<std::uint64_t>(std::llround(kUnit * value)); }

/// x' = 0.9 x + noise around 10: each value tells much about the next, as waits of customers do.
struct Autoregressive {
  static constexpr double kMean = 10.0;
  double x = 0.0;
  double next(std::mt19937_64& random) {
    x = 0.9 * x + (uniform(random) - 0.5);
    return kMean + x;
  }
};

/// Waits of an M/M/1 queue that starts empty (Lindley's recursion), utilisation 0.5: one mean service on average.
struct Waits {
  static constexpr double kMean = 1.0;
  double wait = 0.0;
  double next(std::mt19937_64& random) {
    const double now = wait;
    wait = std::max(0.0, wait + exponential(random) - 2.0 * exponential(random));
    return now;
  }
};

struct Coverage {
  double whole = 0.0;  ///< share of the intervals that contain the mean
  double half = 0.0;   ///< of those half as wide
  double wide = 0.0;   ///< of those twice as wide
  double naive = 0.0;  ///< of intervals that take the values for independent
};

template <class Series>
Coverage coverage(std::uint64_t values) {
  Coverage held;
  for (int r = 0; r < kReplications; ++r) {
    std::mt19937_64 random(static_cast<std::uint64_t>(r) + 1);
    Series series;
    SteadyState state;
    double sum = 0.0;
    double squares = 0.0;
    for (std::uint64_t i = 0; i < values; ++i) {
      const double value = series.next(random);
      state.add(whole(value));
      sum += value;
      squares += value * value;
    }
    const Estimate estimate = state.estimate(state.warm_up());
    REQUIRE(estimate.has_interval);
    const double error = std::abs(estimate.mean - kUnit * Series::kMean);
    held.whole += error <= estimate.half_width ? 1.0 : 0.0;
    held.half += error <= 0.5 * estimate.half_width ? 1.0 : 0.0;
    held.wide += error <= 2.0 * estimate.half_width ? 1.0 : 0.0;
    const double n = static_cast<double>(values);
    const double mean = sum / n;
    const double naive = 1.96 * std::sqrt((squares / n - mean * mean) / n);
    held.naive += std::abs(mean - Series::kMean) <= naive ? 1.0 : 0.0;
  }
  held.whole /= kReplications;
  held.half /= kReplications;
  held.wide /= kReplications;
  held.naive /= kReplications;
  return held;
}

/// With 400 replications 0.95 comes out as 0.95 +- 0.022 in 95 % of the cases; +- 0.033 is three standard errors. Half
/// the width of a normal interval covers 0.67, the double 0.9999.
void check(const Coverage& held) {
  INFO("covered: " << held.whole << ", at half width " << held.half << ", at double " << held.wide << ", naively "
                   << held.naive);
  CHECK(held.whole > 0.917);
  CHECK(held.whole < 0.983);
  CHECK(held.half < 0.76);
  CHECK(held.half > 0.58);
  CHECK(held.wide > 0.99);
  CHECK(held.naive < 0.6);  // the series are no easy ones
}

}  // namespace

TEST_CASE("95 % intervals contain the mean of an autoregressive series in 95 % of the cases") {
  check(coverage<Autoregressive>(20000));
}

TEST_CASE("95 % intervals contain the mean wait of M/M/1 in 95 % of the cases", "[figures]") {
  check(coverage<Waits>(40000));
}

TEST_CASE("the warm-up is cut off where it ends") {
  // A ramp from 100 down to 10 over the first tenth: all of it has to go, and little more.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    Autoregressive series;
    SteadyState state;
    constexpr std::uint64_t kValues = 50000;
    for (std::uint64_t i = 0; i < kValues; ++i) {
      const double left = 1.0 - static_cast<double>(i) / (0.1 * kValues);
      state.add(whole(series.next(random) + (left > 0.0 ? 90.0 * left : 0.0)));
    }
    INFO("seed " << seed);
    CHECK(state.warm_up() > 4800);
    CHECK(state.warm_up() < 10000);
    const Estimate cut = state.estimate(state.warm_up());
    CHECK(std::abs(cut.mean - kUnit * Autoregressive::kMean) < 2.0 * cut.half_width);
    const Estimate all = state.estimate(0);
    CHECK(std::abs(all.mean - kUnit * Autoregressive::kMean) > 3.0 * kUnit);
  }
}

TEST_CASE("a series in its steady state from the beginning loses at most half") {
  double cut = 0.0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    std::mt19937_64 random(seed);
    Autoregressive series;
    SteadyState state;
    for (int i = 0; i < 10000; ++i) state.add(whole(series.next(random)));
    CHECK(state.warm_up() <= 5000);
    cut += static_cast<double>(state.warm_up()) / 100.0;
  }
  CHECK(cut < 1500.0);
}

TEST_CASE("too few values have a mean and no interval") {
  SteadyState state;
  CHECK(state.estimate(0).mean == 0.0);
  for (std::uint64_t i = 1; i <= 31; ++i) state.add(i);
  CHECK(state.estimate(0).mean == 16.0);
  CHECK_FALSE(state.estimate(0).has_interval);
  state.add(32);
  CHECK(state.estimate(0).has_interval);
}

TEST_CASE("the mean is exact however often batches have been joined") {
  SteadyState state;
  constexpr std::uint64_t kValues = SteadyState::kBatches * 16;
  for (std::uint64_t i = 1; i <= kValues; ++i) state.add(i);
  CHECK(state.count() == kValues);
  CHECK(state.estimate(0).mean == static_cast<double>(kValues + 1) / 2.0);
}

TEST_CASE("a mean is of all values after the warm-up, whatever the interval leaves out") {
  // Of 95 values 32 groups of two leave out 31.
  for (const std::uint64_t count : {1U, 31U, 33U, 95U, 4097U, 20000U}) {
    std::mt19937_64 random(count);
    SteadyState state;
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < count; ++i) {
      values.push_back(random() % 1000 + (i % 7 == 0 ? 4000 : 0));
      state.add(values.back());
    }
    for (const std::uint64_t skipped : {std::uint64_t{0}, state.warm_up()}) {
      std::uint64_t sum = 0;
      for (std::uint64_t i = skipped; i < count; ++i) sum += values[i];
      INFO(count << " values, " << skipped << " skipped");
      CHECK(state.estimate(skipped).mean == static_cast<double>(sum) / static_cast<double>(count - skipped));
    }
  }
}

TEST_CASE("a mean is exact when its sum has more digits than a double") {
  std::mt19937_64 random(11);
  for (int round = 0; round < 20; ++round) {
    SteadyState state;
    Uint128 sum = 0;
    const std::uint64_t count = 1 + random() % 5000;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t value = random() >> (2 + random() % 40);
      state.add(value);
      sum += value;
    }
    CHECK(state.estimate(0).mean == quotient(sum, count));
    CHECK(static_cast<double>(state.precise_mean(0)) == quotient(sum, count));
  }
}

TEST_CASE("the mean of equal values is that value") {
  for (const double value : {9.78006258, 0.1, 10.0 / 13.0, 3.0}) {
    for (std::size_t runs = 1; runs < 20; ++runs) {
      const MeanOfRuns of = mean_of_runs(std::vector<double>(runs, value));
      CHECK(of.mean == value);
      CHECK(of.half_width == 0.0);
    }
  }
}

}  // namespace gantry::steady_state_test
