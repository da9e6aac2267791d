// SPDX-License-Identifier: Apache-2.0
// The numbers by which processors outside name their jobs, so that a completion that comes too late, twice or from
// nowhere is recognised. Tokens are given out one after the other, over all jobs and across resets: a token that has
// been used comes again when all the others have, and never while its job is under way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/base/error.h"
#include "gantry/base/types.h"
#include "gantry/device/task_scheduler_regs.h"

namespace gantry {
inline namespace device {

class JobTokens {
 public:
  static constexpr std::uint32_t kBits = 32;
  static_assert(sizeof(gantry_ts_split::token) * 8 == kBits, "a token is a field of what a job carries");
  /// At most so many jobs are under way: processors have 2^18 places together. Less than half of all places are then
  /// ever taken, so that between two uses of a token there are at least 2^31 others.
  static constexpr std::uint32_t kMostJobs = 1U << 19;
  static_assert(kMostJobs <= 1U << (kBits - 2), "far more tokens than jobs");

  /// `last`: largest token, 2^n - 1. Tests use small values, so that tokens wrap around.
  explicit JobTokens(std::uint32_t last = std::numeric_limits<std::uint32_t>::max()) : last_(last) {}

  /// A job that is over, as its processor says, before the scheduler knows that it has been sent.
  struct Early {
    Cycle visible = 0;
    bool is = false;
  };

  std::uint32_t issue(JobRef job) {
    if (2 * (live_ + 1) > places_.size()) grow();
    if (job >= jobs_.size()) jobs_.resize(job + 1);
    while (next_ == 0 || place(next_) != kNone) next_ = after(next_);
    place(next_) = job;
    ++live_;
    jobs_[job] = {next_, Stage::sending, {}};
    return std::exchange(next_, after(next_));
  }
  /// The job of a token that is not over yet.
  [[nodiscard]] std::optional<JobRef> find(std::uint32_t token) const {
    if (places_.empty()) return std::nullopt;
    const JobRef job = places_[token & (places_.size() - 1)];
    if (job == kNone || jobs_[job].token != token || jobs_[job].early.is) return std::nullopt;
    return job;
  }
  [[nodiscard]] bool is_being_sent(JobRef job) const { return jobs_[job].stage == Stage::sending; }
  void over_early(JobRef job, Cycle visible) { jobs_[job].early = {visible, true}; }
  /// Answers whether it is over already.
  Early sent(JobRef job) {
    jobs_[job].stage = Stage::sent;
    return jobs_[job].early;
  }
  void over(JobRef job) {
    jobs_[job].stage = Stage::over;
    place(jobs_[job].token) = kNone;
    --live_;
  }

  /// All jobs are forgotten; tokens go on.
  void forget() {
    for (JobRef& job : places_) job = kNone;
    jobs_.clear();
    live_ = 0;
    forgotten_to_ = next_;
  }
  /// Whether the token, one that has been given out, was so before the last forget().
  [[nodiscard]] bool is_forgotten(std::uint32_t token) const { return ((token - forgotten_to_) & last_) > last_ / 2; }

 private:
  enum class Stage : std::uint8_t { over, sending, sent };
  struct Job {
    std::uint32_t token = 0;
    Stage stage = Stage::over;
    Early early;
  };
  [[nodiscard]] JobRef& place(std::uint32_t token) { return places_[token & (places_.size() - 1)]; }
  [[nodiscard]] std::uint32_t after(std::uint32_t token) const { return (token + 1) & last_; }
  /// Tokens that differ modulo the old size do so modulo the new one.
  void grow() {
    const std::size_t size = places_.empty() ? std::size_t{16} : 2 * places_.size();
    if (size - 1 > last_) throw Error("more jobs than tokens");
    places_.assign(size, kNone);
    for (JobRef job = 0; job < jobs_.size(); ++job) {
      if (jobs_[job].stage != Stage::over) place(jobs_[job].token) = job;
    }
  }

  const std::uint32_t last_;
  std::uint32_t next_ = 1;  ///< 0 is no token: memory that nobody has written is full of it
  std::uint32_t forgotten_to_ = 1;
  std::size_t live_ = 0;
  std::vector<JobRef>
      places_;  ///< job of each token in flight, indexed by the token's lower bits; a power of two, at most half full
  std::vector<Job> jobs_;
};

}  // namespace device
}  // namespace gantry
