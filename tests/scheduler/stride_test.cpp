// SPDX-License-Identifier: Apache-2.0
// What the picker stride promises: shares as the weights say, never a whole job off, whoever joins, leaves or cannot be
// picked for a while.
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "picker_rounds.h"

namespace gantry::stride_test {

namespace {

constexpr std::uint32_t kEntries = 130;
constexpr std::uint64_t kEndless = std::uint64_t{1} << 40;

std::unique_ptr<Picker> make_stride() {
  PickerConfig config;
  config.entries = kEntries;
  config.classes = 5;
  return builtin_pickers().find("stride")->make(config);
}

struct Lags {
  std::int64_t sum = 0;     ///< of all weights; lags are jobs times this
  std::int64_t behind = 0;  ///< largest
  std::int64_t ahead = 0;   ///< largest
};

/// Endless jobs of these weights, all eligible: promised share minus picks after every round, exactly.
Lags lags_of(const std::vector<std::uint32_t>& weights, std::uint64_t rounds) {
  const auto picker = make_stride();
  const EntrySet all = all_entries(kEntries);
  Lags lags;
  for (std::uint32_t e = 0; e < weights.size(); ++e) {
    picker->add(e, {e % 5, weights[e], kEndless, 0});
    lags.sum += weights[e];
  }
  std::vector<std::int64_t> lag(weights.size(), 0);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    lag[picker->pick(all)->entry] -= lags.sum;
    for (std::size_t e = 0; e < weights.size(); ++e) {
      lag[e] += weights[e];
      lags.behind = std::max(lags.behind, lag[e]);
      lags.ahead = std::max(lags.ahead, -lag[e]);
    }
  }
  return lags;
}

/// Entries that come, go and are blocked, beside an account of what each was promised: its part of every round in which
/// it was eligible.
class Account {
 public:
  Account() : picker_(make_stride()), eligible_(all_entries(kEntries)), lag_(kEntries, 0.0), weight_(kEntries, 0) {}

  void add(std::uint32_t entry, std::uint32_t weight, std::uint64_t jobs) {
    picker_->add(entry, {entry % 5, weight, jobs, 0});
    weight_[entry] = weight;
    lag_[entry] = 0.0;
    left_.resize(kEntries, 0);
    left_[entry] = jobs;
  }
  void drop(std::uint32_t entry) {
    picker_->drop(entry);
    weight_[entry] = 0;
  }
  void block(std::uint32_t entry, bool blocked) { assign_bit(eligible_, entry, !blocked); }

  std::uint32_t pick() {
    double sum = 0.0;
    for (std::uint32_t e = 0; e < kEntries; ++e) sum += competes(e) ? weight_[e] : 0;
    const auto pick = picker_->pick(eligible_);
    REQUIRE(pick.has_value() == (sum > 0.0));
    if (!pick) return kNone;
    for (std::uint32_t e = 0; e < kEntries; ++e) lag_[e] += competes(e) ? weight_[e] / sum : 0.0;
    lag_[pick->entry] -= 1.0;
    if (--left_[pick->entry] == 0) weight_[pick->entry] = 0;
    return pick->entry;
  }

  [[nodiscard]] bool present(std::uint32_t entry) const { return weight_[entry] > 0; }
  [[nodiscard]] double lag(std::uint32_t entry) const { return lag_[entry]; }

 private:
  [[nodiscard]] bool competes(std::uint32_t e) const { return weight_[e] > 0 && test_bit(eligible_, e); }

  std::unique_ptr<Picker> picker_;
  EntrySet eligible_;
  std::vector<double> lag_;
  std::vector<std::uint32_t> weight_;
  std::vector<std::uint64_t> left_;
};

std::uint32_t below(std::mt19937& random, std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); }

}  // namespace

TEST_CASE("stride breaks ties by weight, class, entry") {
  const auto picker = make_stride();
  picker->add(9, {1, 4, kEndless, 0});
  picker->add(8, {1, 4, kEndless, 0});
  picker->add(100, {0, 4, kEndless, 0});
  CHECK(picks(*picker, all_entries(kEntries), 6) == Winners{100, 8, 9, 100, 8, 9});

  // Deadlines of 4 are every quarter, of 2 every half: they meet at every half, and the larger weight goes first.
  const auto two = make_stride();
  two->add(0, {0, 2, kEndless, 0});
  two->add(1, {0, 4, kEndless, 0});
  CHECK(picks(*two, all_entries(kEntries), 6) == Winners{1, 1, 0, 1, 1, 0});
}

TEST_CASE("a large weight does not run ahead under stride") {
  // By deadlines alone weight 10 would win ten times in a row; its part is one of two.
  const auto picker = make_stride();
  picker->add(0, {0, 10, kEndless, 0});
  for (std::uint32_t e = 1; e <= 10; ++e) picker->add(e, {0, 1, kEndless, 0});
  CHECK(picks(*picker, all_entries(kEntries), 20) ==
        Winners{0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0, 10});
}

TEST_CASE("stride leaves nobody a whole job behind its share, or ahead of it") {
  std::vector<std::vector<std::uint32_t>> mixes = {{10, 20, 30, 40}, {}, {250, 6}, {7, 7, 7, 7, 7, 7, 7, 7}, {256, 1}};
  for (std::uint32_t w = 1; w <= 16; ++w) mixes[1].push_back(w);
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    std::vector<std::uint32_t> weights(2 + below(random, i % 10 == 0 ? kEntries - 1 : 12));
    for (std::uint32_t& weight : weights) weight = 1 + below(random, 1U << below(random, 9));
    mixes.push_back(std::move(weights));
  }
  for (const std::vector<std::uint32_t>& weights : mixes) {
    const Lags lags = lags_of(weights, 3000);
    INFO("first weight " << weights[0] << " of " << weights.size() << ": behind " << lags.behind << ", ahead "
                         << lags.ahead << " / " << lags.sum);
    CHECK(lags.behind < lags.sum);
    CHECK(lags.ahead < lags.sum);
  }
}

TEST_CASE("stride neither punishes nor rewards a newcomer") {
  Account account;
  account.add(0, 1, kEndless);
  for (int i = 0; i < 1000; ++i) account.pick();
  account.add(1, 1, kEndless);
  for (int i = 0; i < 100; ++i) {
    account.pick();
    CHECK(std::abs(account.lag(1)) < 1.0);
  }
}

TEST_CASE("heavy newcomers one after another do not starve a small weight under stride") {
  // Beside an entry of weight 1 there is always one of weight 256 with one job left: the small one gets its 257th.
  Account account;
  account.add(0, 1, kEndless);
  int served = 0;
  for (int i = 0; i < 257 * 20; ++i) {
    if (!account.present(1)) account.add(1, 256, 1);
    served += account.pick() == 0 ? 1 : 0;
    CHECK(std::abs(account.lag(0)) < 1.0);
  }
  CHECK(served == 20);
}

TEST_CASE("who is blocked is owed afterwards what it was owed before, and no more") {
  Account account;
  account.add(0, 3, kEndless);
  account.add(1, 2, kEndless);
  account.add(2, 4, kEndless);
  for (int i = 0; i < 100; ++i) account.pick();
  account.block(2, true);
  const double owed = account.lag(2);
  for (int i = 0; i < 1001; ++i) {
    CHECK(account.pick() != 2);
    CHECK(std::abs(account.lag(0)) < 1.5);
  }
  CHECK(account.lag(2) == owed);
  account.block(2, false);
  std::uint32_t in_a_row = 0;
  for (int i = 0; i < 100; ++i) {
    in_a_row = account.pick() == 2 ? in_a_row + 1 : 0;
    CHECK(in_a_row <= 2);
    CHECK(std::abs(account.lag(2)) < 1.0);
  }
}

TEST_CASE("being blocked in every other round costs nothing under stride") {
  // A and B share what is left of the rounds: neither a reset nor a burst may favour the heavy one.
  Account account;
  account.add(0, 1, kEndless);
  account.add(1, 255, kEndless);
  account.add(2, 16, kEndless);
  std::uint32_t small = 0;
  for (int round = 0; round < 2 * 25600; ++round) {
    account.block(0, round % 2 == 0);
    account.block(1, round % 2 == 0);
    account.block(2, round % 2 == 1);
    small += account.pick() == 0 ? 1 : 0;
  }
  CHECK(small == 100);  // every 256th of its rounds
}

TEST_CASE("stride goes on when those who were owed something leave") {
  Account account;
  account.add(0, 1, kEndless);
  account.add(1, 1, kEndless);
  account.add(2, 1, kEndless);
  CHECK(account.pick() == 0);
  CHECK(account.pick() == 1);
  account.drop(2);  // both that stay have had more than their share
  CHECK(account.pick() == 0);
  CHECK(account.pick() == 1);
  CHECK(account.pick() == 0);
}

TEST_CASE("nobody runs ahead and lags stay bounded under stride whoever joins, leaves or is blocked") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    Account account;
    double behind = 0.0;
    double ahead = 0.0;
    for (int round = 0; round < 20000; ++round) {
      const std::uint32_t entry = below(random, kEntries);
      if (account.present(entry)) {
        if (below(random, 40) == 0) account.drop(entry);
        if (below(random, 20) == 0) account.block(entry, below(random, 3) == 0);
      } else if (below(random, 8) == 0) {
        account.add(entry, 1 + below(random, 1U << below(random, 9)), 1 + below(random, 1U << below(random, 8)));
      }
      account.pick();
      for (std::uint32_t e = 0; e < kEntries; ++e) {
        if (!account.present(e)) continue;
        behind = std::max(behind, account.lag(e));
        ahead = std::max(ahead, -account.lag(e));
      }
    }
    INFO("seed " << seed);
    CHECK(ahead < 1.0 + 1e-6);  // never picked before it is due
    CHECK(behind < 6.0);        // those who leave early take what others were promised
  }
}

}  // namespace gantry::stride_test
