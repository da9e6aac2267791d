// SPDX-License-Identifier: Apache-2.0
// The numbers by which processors outside name their jobs. A token has the job's slot and a count of its use, so that
// one that comes too late, twice or from nowhere is recognised.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace scheduler {

class JobTokens {
 public:
  /// A job that is over, as its processor says, before the scheduler knows that it has been sent.
  struct Early {
    Cycle visible = 0;
    bool is = false;
  };

  std::uint32_t issue(JobRef job) {
    if (job >= jobs_.size()) jobs_.resize(job + 1);
    Job& at = jobs_[job];
    at.use = (at.use + 1) & kUses;
    at.stage = Stage::sending;
    at.early = {};
    return at.use << kSlotBits | job;
  }
  /// The job of a token that is not over yet.
  [[nodiscard]] std::optional<JobRef> find(std::uint32_t token) const {
    const JobRef job = token & kSlots;
    if (job >= jobs_.size() || jobs_[job].stage == Stage::over || jobs_[job].early.is) return std::nullopt;
    if (jobs_[job].use != token >> kSlotBits) return std::nullopt;
    return job;
  }
  [[nodiscard]] std::uint32_t token(JobRef job) const { return jobs_[job].use << kSlotBits | job; }
  [[nodiscard]] bool is_being_sent(JobRef job) const { return jobs_[job].stage == Stage::sending; }
  void over_early(JobRef job, Cycle visible) { jobs_[job].early = {visible, true}; }
  /// Answers whether it is over already.
  Early sent(JobRef job) {
    jobs_[job].stage = Stage::sent;
    return jobs_[job].early;
  }
  void over(JobRef job) { jobs_[job].stage = Stage::over; }

 private:
  static constexpr std::uint32_t kSlotBits = 20;  // processors have 2^18 places together at most
  static constexpr std::uint32_t kSlots = (1U << kSlotBits) - 1;
  static constexpr std::uint32_t kUses = (1U << (32 - kSlotBits)) - 1;
  enum class Stage : std::uint8_t { over, sending, sent };
  struct Job {
    std::uint32_t use = 0;
    Stage stage = Stage::over;
    Early early;
  };
  std::vector<Job> jobs_;
};

}  // namespace scheduler
}  // namespace gantry
