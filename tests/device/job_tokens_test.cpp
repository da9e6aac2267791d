// SPDX-License-Identifier: Apache-2.0
// A token names its job and no other: not a later one in the same slot, not one from before a reset, and not when all
// tokens have been used.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "catch.h"
#include "gantry/base/error.h"
#include "gantry/device/job_tokens.h"
#include "sanitized.h"

namespace gantry::job_tokens_test {

TEST_CASE("a job's slot can be used a hundred thousand times, and no old token names a job") {
  // A token that told uses of a slot apart would begin again after some thousands.
  constexpr std::uint32_t kUses = 100'000;
  JobTokens tokens;
  std::vector<std::uint32_t> used;
  for (std::uint32_t use = 0; use < kUses; ++use) {
    const std::uint32_t token = tokens.issue(0);
    CHECK(tokens.find(token) == JobRef{0});
    tokens.sent(0);
    tokens.over(0);
    used.push_back(token);
  }
  tokens.issue(0);
  CHECK(std::none_of(used.begin(), used.end(), [&](std::uint32_t token) { return tokens.find(token); }));
  std::sort(used.begin(), used.end());
  CHECK(std::adjacent_find(used.begin(), used.end()) == used.end());
}

TEST_CASE("when tokens begin anew, those of jobs under way are passed over") {
  // Eight bits, so that they begin anew often; job 0 hangs, others come and go.
  constexpr std::uint32_t kLast = 255;
  std::mt19937 random(1);
  JobTokens tokens(kLast);
  std::map<JobRef, std::uint32_t> live;
  std::map<std::uint32_t, std::uint64_t> issued_at;
  const std::uint32_t hung = tokens.issue(0);
  std::uint64_t issued = 1;
  for (int i = 0; i < (kSanitized ? 20'000 : 200'000); ++i) {
    const auto job = static_cast<JobRef>(1 + random() % 7);
    if (live.count(job) != 0) {
      CHECK(tokens.find(live[job]) == job);
      tokens.over(job);
      CHECK_FALSE(tokens.find(live[job]));
      live.erase(job);
      continue;
    }
    const std::uint32_t token = tokens.issue(job);
    REQUIRE(token != 0);
    REQUIRE(token <= kLast);
    REQUIRE(token != hung);
    for (const auto& [other, its] : live) REQUIRE(its != token);
    // Half of all come before it again: less than half of the places are ever taken.
    if (issued_at.count(token) != 0) REQUIRE(issued - issued_at[token] >= (kLast + 1) / 2);
    issued_at[token] = issued++;
    live[job] = token;
  }
  // All but 0 and those that share the place of the one that hangs, among 16: 1, 17, ..., 241.
  CHECK(issued_at.size() == kLast - 16);
  CHECK(tokens.find(hung) == JobRef{0});
}

TEST_CASE("more jobs than there can be tokens are an error, not a token twice") {
  JobTokens tokens(15);
  for (JobRef job = 0; job < 8; ++job) tokens.issue(job);
  CHECK_THROWS_AS(tokens.issue(8), Error);
}

TEST_CASE("tokens go on after a reset, and those from before it name nothing") {
  JobTokens tokens;
  std::vector<std::uint32_t> before;
  for (JobRef job = 0; job < 40; ++job) before.push_back(tokens.issue(job));
  tokens.forget();
  std::set<std::uint32_t> after;
  for (JobRef job = 0; job < 40; ++job) after.insert(tokens.issue(job));
  for (const std::uint32_t token : before) {
    CHECK_FALSE(tokens.find(token));
    CHECK(tokens.is_forgotten(token));
    CHECK(after.count(token) == 0);
  }
  for (const std::uint32_t token : after) CHECK_FALSE(tokens.is_forgotten(token));
}

TEST_CASE("what is not a token names nothing") {
  JobTokens tokens;
  CHECK_FALSE(tokens.find(0));
  CHECK_FALSE(tokens.find(77));
  const std::uint32_t token = tokens.issue(3);
  CHECK_FALSE(tokens.find(0));
  for (std::uint32_t bit = 0; bit < JobTokens::kBits; ++bit) CHECK_FALSE(tokens.find(token ^ 1U << bit));
}

}  // namespace gantry::job_tokens_test
