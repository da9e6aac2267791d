// SPDX-License-Identifier: Apache-2.0
// Shares, lags and longest waits per weight: over a run, in batches of picks, and with intervals for a stream.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/quotient.h"
#include "gantry/scheduler/share_meter.h"
#include "input_files.h"
#include "output/stream_shares.h"
#include "recorded_run.h"

namespace gantry::share_meter_test {

namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;  // class, weight

/// Promised picks are counted in units of 1 / the least common multiple of all sums of weights, 1 to 12 x 6.
Uint128 units_per_pick() {
  Uint128 multiple = 1;
  for (std::uint64_t sum = 2; sum <= 72; ++sum)
    multiple *= sum / std::gcd(static_cast<std::uint64_t>(multiple % sum), sum);
  return multiple;
}
const Uint128 kUnits = units_per_pick();

struct Pick {
  Key key;
  Cycle waited = 0;
  Cycle now = 0;
  std::map<Key, Uint128> promised;  ///< units, by this pick to each weight of its class
};

/// Entries that join, are picked and leave at random, into a meter and into a list.
std::vector<Pick> random_picks(ShareMeter& meter, std::size_t count) {
  std::mt19937 random(3);
  std::vector<Key> entries;
  std::vector<Pick> picks;
  Cycle now = 0;
  while (picks.size() < count) {
    if (entries.size() < 2 || (entries.size() < 12 && random() % 4 == 0)) {
      const Key key{random() % 2, 1 + random() % 6};
      entries.push_back(key);
      meter.joined(key.first, key.second);
    }
    const std::size_t at = random() % entries.size();
    Pick pick{entries[at], random() % 100, now += 1 + random() % 5, {}};
    std::uint64_t sum = 0;
    for (const Key& key : entries) sum += key.first == pick.key.first ? key.second : 0;
    for (const Key& key : entries) {
      if (key.first == pick.key.first) pick.promised[key] += kUnits / sum * key.second;
    }
    meter.picked(pick.key.first, pick.key.second, pick.waited, now);
    picks.push_back(pick);
    if (random() % 5 == 0) {
      meter.left(pick.key.first, pick.key.second);
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  return picks;
}

/// One weight within a stretch of the list, counted one pick after the other.
struct Counted {
  std::uint64_t picks = 0;
  Uint128 promised = 0;  ///< units; `lag` likewise
  Uint128 lag = 0;
  Cycle longest_wait = 0;
};
Counted counted(const std::vector<Pick>& picks, std::size_t from, std::size_t to, const Key& key) {
  Counted part;
  for (std::size_t i = from; i < to; ++i) {
    const auto promised = picks[i].promised.find(key);
    if (picks[i].key == key) {
      ++part.picks;
      part.longest_wait = std::max(part.longest_wait, picks[i].waited);
    }
    if (promised != picks[i].promised.end()) part.promised += promised->second;
    if (part.promised > kUnits * part.picks) part.lag = std::max(part.lag, part.promised - kUnits * part.picks);
  }
  return part;
}

void check_batches(const ShareMeter& meter, const std::vector<Pick>& picks) {
  std::size_t from = 0;
  for (const ShareBatch& batch : meter.batches()) {
    const std::size_t to = from + batch.picks;
    REQUIRE(to <= picks.size());
    CHECK(batch.begun == (from == 0 ? 0 : picks[from - 1].now));
    std::uint64_t sum = 0;
    for (const SharePart& part : batch.parts) {
      INFO("picks " << from << " to " << to << ", class " << part.cls << ", weight " << part.weight);
      const Counted expected = counted(picks, from, to, {part.cls, part.weight});
      CHECK(part.picks == expected.picks);
      CHECK(part.longest_wait == expected.longest_wait);
      CHECK(part.promised.value() == quotient(expected.promised, kUnits));
      CHECK(part.lag.value() == quotient(expected.lag, kUnits));
      sum += part.picks;
    }
    CHECK(sum == batch.picks);
    from = to;
  }
  // What is left over is less than a batch.
  CHECK(picks.size() - from < meter.batches().back().picks);
}

}  // namespace

TEST_CASE("batches hold what was picked, promised and waited for in them") {
  ShareMeter meter(2);
  const auto picks = random_picks(meter, 1000);
  CHECK(meter.batches().size() == 1000 / ShareMeter::kFirstBatch);
  check_batches(meter, picks);
}

TEST_CASE("shares and lags of a run are the doubles nearest to their quotients") {
  ShareMeter meter(2);
  const auto picks = random_picks(meter, 20000);
  std::uint64_t of_class[2] = {0, 0};
  for (const Pick& pick : picks) ++of_class[pick.key.first];
  const std::vector<ShareStats> rows = meter.stats({"a", "b"});
  CHECK(rows.size() == 12);
  for (const ShareStats& row : rows) {
    INFO("class " << row.number << ", weight " << row.weight);
    const Counted expected = counted(picks, 0, picks.size(), {row.number, row.weight});
    CHECK(row.share == quotient(expected.picks, of_class[row.number]));
    CHECK(row.expected_share == quotient(expected.promised, kUnits * of_class[row.number]));
    CHECK(row.lag == quotient(expected.lag, kUnits));
  }
}

TEST_CASE("joined batches hold the same as if they had been one from the beginning") {
  ShareMeter meter(2);
  const auto picks = random_picks(meter, 20000);
  CHECK(meter.batches().size() >= ShareMeter::kBatches / 2);
  CHECK(meter.batches().size() < ShareMeter::kBatches);
  check_batches(meter, picks);
}

namespace {

/// Batches of 10 picks of one class with weights 1 and 3: `picks_of_3(b)` of them for the heavy one.
template <class F>
RunStats two_weights(std::size_t batches, const F& picks_of_3) {
  RunStats stats;
  stats.shares = {{"block", 1}, {"block", 3}};
  for (std::size_t b = 0; b < batches; ++b) {
    const std::uint64_t heavy = picks_of_3(b);
    stats.share_batches.push_back(
        {100 * b, 10, {{0, 1, 10 - heavy, {5, 2}, {b % 2, 4}, 40}, {0, 3, heavy, {15, 2}, {1, 2}, b}}});
  }
  return stats;
}

}  // namespace

TEST_CASE("a stream's shares have intervals from 32 stretches after the warm-up") {
  // The first ten batches are the warm-up: all for the heavy one. Then 7 and 8 in turn.
  const RunStats stats = two_weights(10 + 32, [](std::size_t b) { return b < 10 ? 10U : 7U + b % 2; });
  const StreamShares shares = stream_shares(stats, 1000);
  CHECK(shares.picks == 10);
  REQUIRE(shares.rows.size() == 2);
  const StreamShare& heavy = shares.rows[1];
  CHECK(heavy.weight == 3);
  CHECK(heavy.share.mean == 0.75);
  // Standard deviation of 0.7 and 0.8 in turn, over sqrt(32), times Student's t.
  CHECK(std::abs(heavy.share.half_width - 2.0395 * 0.05 * std::sqrt(32.0 / 31.0) / std::sqrt(32.0)) < 1e-5);
  CHECK(heavy.expected_share.mean == 0.75);
  CHECK(heavy.expected_share.half_width == 0.0);
  CHECK(heavy.longest_wait.mean == (10 + 41) / 2.0);
  CHECK(heavy.most_wait == 41);
  CHECK(shares.rows[0].lag.mean == 0.125);
  CHECK(shares.rows[0].most_lag == 0.25);
  CHECK(shares.rows[0].longest_wait.mean == 40.0);

  const StreamShares all = stream_shares(stats, 0);  // the last 32: the warm-up of 10 is no whole multiple
  CHECK(all.rows[1].share.mean == 0.75);
}

TEST_CASE("stretches of several batches are joined, and too few batches give no interval") {
  const RunStats stats = two_weights(65, [](std::size_t b) { return 7U + b % 2; });
  const StreamShares shares = stream_shares(stats, 0);
  CHECK(shares.picks == 20);
  CHECK(shares.rows[1].share.mean == 0.75);
  CHECK(shares.rows[1].share.half_width == 0.0);    // 15 of 20 in each
  CHECK(shares.rows[1].longest_wait.mean == 33.0);  // of 2, 4, ..., 64

  const StreamShares few = stream_shares(stats, 100 * (65 - 31));
  CHECK_FALSE(few.rows[1].share.has_interval);
  CHECK(few.rows[1].share.mean > 0.7);
  CHECK(stream_shares(stats, 100 * 65).rows.empty());
}

TEST_CASE("who is never picked has waited until the end of the run") {
  // One processor, one class, strict priority: the jobs of weight 9 take it for longer than the run lasts.
  const InputFiles files;
  Diagnostics diagnostics;
  const auto experiment = load_experiment(
      files.write("e.yaml",
                  "name: starve\narchitecture: {dispatcher: {mode: per_job, match_against: capable},"
                  " processors: [{name: one, count: 1}]}\n"
                  "workload: {tasks: [{id: heavy, weight: 9, jobs: 64, cycles: 1000}, {id: light, cycles: 10}]}\n"
                  "policies: {picker: strict_priority}\nlimits: {max_cycles: 20000}\n"),
      {}, diagnostics);
  INFO((diagnostics.lines().empty() ? "" : diagnostics.lines()[0]));
  REQUIRE(experiment);
  const RecordedRun run = record_run(*experiment, {});
  REQUIRE(run.end == RunEnd::cycle_limit);
  REQUIRE(run.stats.shares.size() == 2);
  CHECK(run.stats.shares[0].weight == 1);
  CHECK(run.stats.shares[0].picks == 0);
  CHECK(run.stats.shares[0].longest_wait > 19000);
  CHECK(run.stats.shares[1].longest_wait < 4000);
}

}  // namespace gantry::share_meter_test
