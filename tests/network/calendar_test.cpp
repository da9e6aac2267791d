// SPDX-License-Identifier: Apache-2.0
// When many things are due: the calendar says the same as a set of pairs.
#include "gantry/kernel/calendar.h"

#include <set>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/random.h"

namespace gantry::calendar_test {

namespace {

using Due = std::set<std::pair<Cycle, std::uint32_t>>;
using Things = std::vector<std::uint32_t>;

Cycle first_of(const Due& due) { return due.empty() ? kNever : due.begin()->first; }

Things take_from(Due& due, Cycle now) {
  Things taken;
  for (; first_of(due) == now; due.erase(due.begin())) taken.push_back(due.begin()->second);
  return taken;
}

Things take_from(Calendar& calendar, Cycle now) {
  Things taken;
  calendar.take(now, [&](std::uint32_t thing) { taken.push_back(thing); });
  return taken;
}

}  // namespace

TEST_CASE("a calendar has everything in its cycle, near or far, in ascending order") {
  const auto seed = GENERATE(range(1, 9));
  RandomBits bits(static_cast<std::uint64_t>(seed), 0);
  const auto things = static_cast<std::uint32_t>(1 + random_below(bits, 150));
  Calendar calendar(things);
  Due due;
  const auto add = [&](std::uint32_t thing, Cycle at, Cycle now) {
    calendar.set(thing, at, now);
    due.emplace(at, thing);
  };
  for (std::uint32_t i = 0; i < things; ++i) add(i, random_below(bits, 2000), 0);
  Cycle now = 0;
  for (int round = 0; round < 2000 && !due.empty(); ++round) {
    REQUIRE(calendar.next(now) == first_of(due));
    // Sometimes a cycle in which nothing is due is looked at, as well.
    now = random_below(bits, 4) == 0 && first_of(due) > now + 1 ? now + 1 : first_of(due);
    const Things taken = take_from(due, now);
    REQUIRE(take_from(calendar, now) == taken);
    for (const std::uint32_t thing : taken) {
      // The next 256 cycles are near: what is due around their end is drawn often.
      const Cycle ahead[] = {1, 255, 256, 257, 1 + random_below(bits, 20), 1 + random_below(bits, 900)};
      if (random_below(bits, 40) != 0) add(thing, now + ahead[random_below(bits, 6)], now);
    }
    ++now;
  }
}

TEST_CASE("a calendar keeps what is due now when it forgets what comes later") {
  Calendar calendar(3);
  calendar.set(0, 1000, 0);  // far when it is set, and nothing was taken since
  calendar.set(1, 1001, 0);
  calendar.set(2, 5000, 0);
  calendar.forget_after(1000);
  CHECK(calendar.next(1000) == 1000);
  CHECK(take_from(calendar, 1000) == Things{0});
  CHECK(calendar.next(1001) == kNever);
}

}  // namespace gantry::calendar_test
