// SPDX-License-Identifier: Apache-2.0
// What links carried over time: exact in every interval, in as many intervals for a long run as for a short one.
#include "gantry/network/link_history.h"

#include <numeric>
#include <random>
#include <vector>

#include "catch.h"

namespace gantry::link_history_test {

namespace {

using Flits = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("each interval holds what was carried in its cycles, however long the run and its pauses are") {
  std::mt19937_64 random(3);
  for (const Cycle cycles : {5U, 16U, 17U, 1000U, 1024U, 1040U, 70000U}) {
    LinkHistory history;
    history.switch_on();
    std::vector<Flits> by_cycle(cycles, Flits(2));
    Flits carried(2);
    for (Cycle now = 0; now < cycles; now += random() % 8 == 0 ? random() % 500 : 1) {
      if (now >= history.due()) history.note(now, carried);
      for (std::size_t link = 0; link < 2; ++link) {
        const std::uint64_t moves = random() % 2;
        by_cycle[now][link] += moves;
        carried[link] += moves;
      }
    }
    history.note(cycles, carried);
    const std::vector<Flits> intervals = history.intervals(carried);
    INFO(cycles << " cycles in intervals of " << history.interval());
    REQUIRE(intervals.size() <= LinkHistory::kMost);
    // The last interval has begun when the run ends, or is the one that would come next.
    REQUIRE((intervals.size() - 1) * history.interval() <= cycles);
    REQUIRE(intervals.size() * history.interval() > cycles);
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      Flits right(2);
      for (Cycle at = i * history.interval(); at < std::min<Cycle>((i + 1) * history.interval(), cycles); ++at) {
        for (std::size_t link = 0; link < 2; ++link) right[link] += by_cycle[at][link];
      }
      CHECK(intervals[i] == right);
    }
  }
}

TEST_CASE("before it is switched on it asks for nothing") { CHECK(LinkHistory().due() == kNever); }

}  // namespace gantry::link_history_test
