// SPDX-License-Identifier: Apache-2.0
// When a request takes its picker entry, joins its pending set and has its jobs matched, in the two modes of the
// dispatcher: always so that what it holds it can use. The desk says what would happen, in order.
#include "gantry/scheduler/match_strategy.h"

#include <algorithm>
#include <string>

#include "catch.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::match_strategy_test {

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

  void match_jobs() override {
    said += "match ";
    request.matched = std::min(request.jobs, request.matched + matches);
  }
  bool take_entry() override {
    said += has_entry ? "entry " : "waits ";
    if (has_entry) request.entry = 0;
    return has_entry;
  }
  void join() override {
    said += "join ";
    request.joined = true;
    request.present = joins_take_effect;
  }

  Scheduling request;
  std::uint32_t matches;
  bool has_entry;
  bool joins_take_effect = true;
  std::string said;
};

}  // namespace

TEST_CASE("a gang takes its entry before it is matched, and joins with its last match") {
  const auto gang = make_match_strategy(MatchMode::gang);
  CHECK(gang->all_at_once());
  Desk desk(4, 2, true);
  CHECK(desk.serve(*gang) == "entry match ");
  CHECK(desk.serve(*gang) == "match join ");
}

TEST_CASE("a gang without an entry reserves nothing") {
  const auto gang = make_match_strategy(MatchMode::gang);
  Desk desk(2, 2, false);
  CHECK(desk.serve(*gang) == "waits ");
  CHECK(desk.serve(*gang) == "waits ");
  desk.has_entry = true;
  CHECK(desk.serve(*gang) == "entry match join ");
}

TEST_CASE("per_job takes its entry and joins before any match") {
  const auto per_job = make_match_strategy(MatchMode::per_job);
  CHECK_FALSE(per_job->all_at_once());
  Desk desk(3, 1, false);
  CHECK(desk.serve(*per_job) == "waits ");
  desk.has_entry = true;
  CHECK(desk.serve(*per_job) == "entry join match ");
  CHECK(desk.serve(*per_job) == "match ");
}

TEST_CASE("per_job reserves nothing while its join waits for the picker") {
  const auto per_job = make_match_strategy(MatchMode::per_job);
  Desk desk(3, 1, true);
  desk.joins_take_effect = false;
  CHECK(desk.serve(*per_job) == "entry join ");
  CHECK(desk.serve(*per_job).empty());
  desk.request.present = true;
  CHECK(desk.serve(*per_job) == "match ");
}

}  // namespace gantry::match_strategy_test
