// SPDX-License-Identifier: Apache-2.0
// What RetrySkip has to know of the blocks between which matching fails, is asked for again and fails again.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace kernel {

/// Cycles that pass without being run, since they repeat others.
struct SkippedStretch {
  Cycle begin = 0;
  Cycle cycles = 0;  ///< whole periods
  Cycle since = 0;   ///< the period that is repeated began here and ended at `begin`
  std::uint64_t failures = 0;
};

/// A block that takes part, or that could have something under way that no due() tells.
class RetryPart {
 public:
  virtual ~RetryPart() = default;
  /// Nothing is under way here but matching that fails and is asked for again. Each block answers for what it holds and
  /// for the links that it reads.
  [[nodiscard]] virtual bool only_retries() const = 0;
  /// Cycles may be left out: nothing stands here that would miss them.
  [[nodiscard]] virtual bool may_skip() const { return true; }
  /// Appends what distinguishes this state from others at the same distance from `now`.
  virtual void append_signature(Cycle /*now*/, std::vector<std::uint64_t>& /*signature*/) const {}
  /// What lies in the future comes that much later, and the books are kept as if the stretch had been run.
  virtual void shift(const SkippedStretch& /*stretch*/) {}
};

/// The part in which matching fails.
class FailingPart : public RetryPart {
 public:
  /// If nothing changes; kNever: none.
  [[nodiscard]] virtual Cycle next_failure() const = 0;
  [[nodiscard]] virtual std::uint64_t match_failures() const = 0;
  /// Whether observers hear of each failure.
  virtual void tell_failures(bool tells) = 0;
};

}  // namespace kernel
}  // namespace gantry
