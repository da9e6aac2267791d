// SPDX-License-Identifier: Apache-2.0
// Tokens by which external processors name their jobs. Problem: a completion may be late, repeated or wrong, and must
// be recognised. Idea: tokens ascend over all jobs and across resets. A used token is issued again only after all
// others, and never while its job is under way. Cost: constant per job; a table of at most four words per job.
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
  static_assert(sizeof(gantry_ts_split::token) * 8 == kBits, "a token is a field of gantry_ts_split");
  /// Most jobs under way: all processors together have 2^18 slots. So less than half of the table is ever used, and
  /// between two uses of a token there are at least 2^31 others.
  static constexpr std::uint32_t kMostJobs = 1U << 19;
  static_assert(kMostJobs <= 1U << (kBits - 2), "far more tokens than jobs");

  /// `last`: largest token, 2^n - 1. Tests use small values, so that tokens wrap around.
  explicit JobTokens(std::uint32_t last = std::numeric_limits<std::uint32_t>::max()) : last_(last) {}

  /// The completion of a job, if the processor sent it before the scheduler was notified that the job has left.
  struct Early {
    Cycle visible = 0;
    bool is = false;  ///< there was such a completion
  };

  /// Gives the job a token, which is never 0. Throws Error if there are more jobs than tokens.
  std::uint32_t issue(JobRef job) {
    if (2 * (live_ + 1) > places_.size()) grow();
    if (job >= jobs_.size()) jobs_.resize(job + 1);
    while (next_ == 0 || place(next_) != kNone) next_ = after(next_);
    place(next_) = job;
    ++live_;
    jobs_[job] = {next_, Stage::sending, {}};
    return std::exchange(next_, after(next_));
  }
  /// Returns the job of a token; nothing: no job under way has it, or the job's completion was early.
  [[nodiscard]] std::optional<JobRef> find(std::uint32_t token) const {
    if (places_.empty()) return std::nullopt;
    const JobRef job = places_[token & (places_.size() - 1)];
    if (job == kNone || jobs_[job].token != token || jobs_[job].early.is) return std::nullopt;
    return job;
  }
  /// Token of a job that has one.
  [[nodiscard]] std::uint32_t token_of(JobRef job) const { return jobs_[job].token; }
  /// Whether the job has a token and sent() was not called.
  [[nodiscard]] bool is_being_sent(JobRef job) const { return jobs_[job].stage == Stage::sending; }
  /// Stores an early completion. Precondition: is_being_sent.
  void over_early(JobRef job, Cycle visible) { jobs_[job].early = {visible, true}; }
  /// The job has left. Returns its early completion, if there was one.
  Early sent(JobRef job) {
    jobs_[job].stage = Stage::sent;
    return jobs_[job].early;
  }
  /// Ends the job and frees its token.
  void over(JobRef job) {
    jobs_[job].stage = Stage::over;
    place(jobs_[job].token) = kNone;
    --live_;
  }

  /// Forgets all jobs, for a reset. The next token follows the last one.
  void forget() {
    for (JobRef& job : places_) job = kNone;
    jobs_.clear();
    live_ = 0;
    forgotten_to_ = next_;
  }
  /// Whether the token was issued before the last forget(). Precondition: it was issued.
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
  /// Doubles the table. Tokens without a collision in the old size have none in the new one.
  void grow() {
    const std::size_t size = places_.empty() ? std::size_t{16} : 2 * places_.size();
    if (size - 1 > last_) throw Error("more jobs than tokens");
    places_.assign(size, kNone);
    for (JobRef job = 0; job < jobs_.size(); ++job) {
      if (jobs_[job].stage != Stage::over) place(jobs_[job].token) = job;
    }
  }

  const std::uint32_t last_;
  std::uint32_t next_ = 1;  ///< 0 is no token, because unwritten memory reads as 0
  std::uint32_t forgotten_to_ = 1;
  std::size_t live_ = 0;
  std::vector<JobRef>
      places_;  ///< job of each token in flight, indexed by the token's lower bits; a power of two, at most half full
  std::vector<Job> jobs_;
};

}  // namespace device
}  // namespace gantry
