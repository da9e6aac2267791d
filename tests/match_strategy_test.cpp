// SPDX-License-Identifier: Apache-2.0
// When a request takes its picker entry, joins its pending set and begins to run out of time, in the two modes of the
// dispatcher. The desk says what would happen, in order.
#include "gantry/scheduler/match_strategy.h"

#include <algorithm>
#include <string>

#include "catch.h"

namespace gantry {
namespace {

/// A request of `jobs` jobs before a desk at which `matches_per_cycle` of them find a processor.
struct Desk final : MatchDesk {
  Desk(std::uint32_t jobs, std::uint32_t matches_per_cycle, bool entry_is_free)
      : matches(matches_per_cycle), has_entry(entry_is_free) {
    request.jobs = jobs;
  }

  std::string serve(const MatchStrategy& strategy) {
    said.clear();
    strategy.serve(request, *this);
    return said;
  }

  void start_timer() override { said += "timer "; }
  bool match_jobs() override {
    said += "match ";
    const std::uint32_t before = request.matched;
    request.matched = std::min(request.jobs, request.matched + matches);
    return request.matched > before;
  }
  bool take_entry() override {
    said += has_entry ? "entry " : "waits ";
    if (has_entry) request.entry = 0;
    return has_entry;
  }
  void join() override {
    said += "join ";
    request.joined = true;
  }

  Scheduling request;
  std::uint32_t matches;
  bool has_entry;
  std::string said;
};

}  // namespace

TEST_CASE("a gang takes its entry and joins with its last match, and its time begins when it arrives") {
  const auto gang = make_match_strategy(MatchMode::gang);
  CHECK(gang->timed_from_arrival());
  CHECK(gang->all_at_once());
  Desk desk(4, 2, true);
  CHECK(desk.serve(*gang) == "match ");
  CHECK(desk.serve(*gang) == "match entry join ");
}

TEST_CASE("a gang that is matched and finds no entry only waits for one") {
  const auto gang = make_match_strategy(MatchMode::gang);
  Desk desk(2, 2, false);
  CHECK(desk.serve(*gang) == "match waits ");
  CHECK(desk.serve(*gang) == "waits ");
  desk.has_entry = true;
  CHECK(desk.serve(*gang) == "entry join ");
}

TEST_CASE("per_job takes its entry before any match, its time begins with it, and it joins with the first match") {
  const auto per_job = make_match_strategy(MatchMode::per_job);
  CHECK_FALSE(per_job->timed_from_arrival());
  CHECK_FALSE(per_job->all_at_once());
  Desk desk(3, 1, true);
  CHECK(desk.serve(*per_job) == "entry timer match join ");
  CHECK(desk.serve(*per_job) == "match ");
}

TEST_CASE("per_job without an entry matches nothing; with one and no processor it does not join") {
  const auto per_job = make_match_strategy(MatchMode::per_job);
  Desk desk(3, 0, false);
  CHECK(desk.serve(*per_job) == "waits ");
  desk.has_entry = true;
  CHECK(desk.serve(*per_job) == "entry timer match ");
  CHECK(desk.serve(*per_job) == "match ");
  desk.matches = 1;
  CHECK(desk.serve(*per_job) == "match join ");
}

}  // namespace gantry
