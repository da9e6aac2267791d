// SPDX-License-Identifier: Apache-2.0
// How a request comes by its picker entry and its processors: what `dispatcher.mode` chooses. A strategy says what a
// request does next; the matcher's desk does it.
#pragma once

#include <memory>

#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduling.h"

namespace gantry {
inline namespace scheduler {

/// What can be done for the request that is served.
class MatchDesk {
 public:
  virtual ~MatchDesk() = default;
  /// Matches up to match_jobs_per_cycle jobs, for one request per cycle. The request's timer begins with the first
  /// cycle in which this is tried for it.
  virtual void match_jobs() = 0;
  /// False: all entries are taken, and the request waits for one.
  virtual bool take_entry() = 0;
  /// The request's entry joins its pending set as soon as the picker takes joins; `present` is set from then on.
  virtual void join() = 0;
};

class MatchStrategy {
 public:
  virtual ~MatchStrategy() = default;
  /// One cycle of a request that has an unmatched job or no entry.
  virtual void serve(const Scheduling& request, MatchDesk& desk) const = 0;
  /// Whether all jobs of a request have to be matched before the first of them can be picked.
  [[nodiscard]] virtual bool all_at_once() const = 0;
};

std::unique_ptr<MatchStrategy> make_gang_matching();
std::unique_ptr<MatchStrategy> make_per_job_matching();
std::unique_ptr<MatchStrategy> make_match_strategy(MatchMode mode);

}  // namespace scheduler
}  // namespace gantry
