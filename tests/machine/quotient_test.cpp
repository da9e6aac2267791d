// SPDX-License-Identifier: Apache-2.0
// Reported quotients are rounded once: the quotient itself, sums of quotients, and every number of random runs.
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/feasibility.h"
#include "gantry/base/quotient.h"
#include "near_misses.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::quotient_test {

namespace {

/// Whether no double is nearer to part / whole, and of two as near the even one is taken. Multiplies, never divides.
/// Precondition: both are below 2^60.
bool is_nearest(double value, std::uint64_t part, std::uint64_t whole) {
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;
  // The middles to both neighbours are (2 m - 1) and (2 m + 1) x 2^(exponent - 1); a power of two is nearer to the one
  // below, which these parts do not come close to.
  const Uint128 below = Uint128{2 * mantissa - 1} * whole;
  const Uint128 above = Uint128{2 * mantissa + 1} * whole;
  const int shift = 1 - exponent;
  const Uint128 scaled = Uint128{part} << static_cast<unsigned>(shift);
  if (scaled >> static_cast<unsigned>(shift) != part) return false;
  return (below < scaled || (below == scaled && mantissa % 2 == 0)) &&
         (scaled < above || (scaled == above && mantissa % 2 == 0));
}

}  // namespace

TEST_CASE("a quotient is the double nearest to it") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200000; ++round) {
    // The quotient is 1 to 8, so that its bits behind the point fit above a part.
    const std::uint64_t whole = (std::uint64_t{1} << 56U | random() >> 8U);
    const std::uint64_t part = whole + random() % (7 * whole);
    INFO(part << " / " << whole);
    REQUIRE(is_nearest(quotient(part, whole), part, whole));
  }
  CHECK(quotient(10, 13) == 10.0 / 13.0);
  CHECK(quotient(5, 0) == 0.0);
  CHECK(quotient(0, 5) == 0.0);
  const std::uint64_t odd = (std::uint64_t{1} << 54U) + 1;  // halves of it are in the middle between two doubles
  CHECK(quotient(odd, 1) == 0x1p54);
  CHECK(quotient(Uint128{odd} << 60U, Uint128{1} << 61U) == 0x1p53);
  CHECK(quotient((Uint128{odd} << 60U) + 1, Uint128{1} << 61U) == 0x1p53 + 0.0);
  CHECK(quotient(1, Uint128{3} << 100U) == std::ldexp(1.0 / 3.0, -100));
  CHECK(nearest_integer(7, 2) == 4);
  CHECK(nearest_integer(10, 3) == 3);
}

TEST_CASE("a sum of quotients is the double nearest to it") {
  std::mt19937_64 random(2);
  constexpr std::uint64_t kMultiple = 720720;  // of 1 to 16
  for (int round = 0; round < 200; ++round) {
    QuotientSum sum;
    Uint128 units = 0;
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t part = random() % 100;
      const std::uint64_t whole = 1 + random() % 16;
      sum += QuotientSum(part, whole);
      units += part * (kMultiple / whole);
    }
    const std::uint64_t by = 1 + random() % 1000;
    CHECK(sum.value() == quotient(units, kMultiple));
    CHECK(sum.over(by) == quotient(units, Uint128{kMultiple} * by));
    CHECK(sum.divided(by).value() == quotient(units, Uint128{kMultiple} * by));
    CHECK(above(sum, QuotientSum(1, 3)).value() == quotient(units - kMultiple / 3, kMultiple));
    CHECK(above(QuotientSum(1, 3), sum).value() == 0.0);
  }
  QuotientSum thirds;
  for (int i = 0; i < 3; ++i) thirds += QuotientSum(1, 3);
  CHECK(thirds.value() == 1.0);
  CHECK(thirds < QuotientSum(1));
}

TEST_CASE("near misses are found, and exact quotients are none") {
  CHECK(missed_quotient(0.7692307692307688) == "10/13");
  CHECK(missed_quotient(0.9999999999999789) == "1/1");
  CHECK(missed_quotient(6.64705882352942) == "113/17");
  for (const double right : {10.0 / 13.0, 1.0, 113.0 / 17.0, 0.0, 0.123456, 3.25, std::sqrt(2.0), 12345678.9})
    CHECK(missed_quotient(right).empty());
  CHECK(near_misses(R"({"a": [{"b": 0.7692307692307688}, 0.5]})") ==
        std::vector<std::string>{"/a/0/b is 0.7692307692307688, near 10/13"});
}

TEST_CASE("no number of a random machine's summary is rounded twice") {
  int runs = 0;
  for (std::uint64_t seed = 1; runs < (kSanitized ? 20 : 150); ++seed) {
    Experiment experiment = random_experiment(seed);
    Diagnostics ignored;
    if (!can_run(experiment) || !check_feasible(experiment, ignored)) continue;
    experiment.max_cycles = 100000;
    RecordedRun run;
    try {
      run = record_run(experiment, {});
    } catch (const std::exception&) {
      continue;
    }
    ++runs;
    INFO("seed " << seed);
    CHECK(near_misses(summary_json(RunInfo{}, run.stats)) == std::vector<std::string>());
  }
}

}  // namespace gantry::quotient_test
