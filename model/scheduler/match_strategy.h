// SPDX-License-Identifier: Apache-2.0
// How a request comes by its processors and its picker entry: what `dispatcher.mode` chooses. A strategy says what a
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
  /// The request fails match_timeout cycles from now if a job is unmatched then.
  virtual void start_timer() = 0;
  /// Matches up to match_jobs_per_cycle jobs, for one request per cycle. Whether there was any.
  virtual bool match_jobs() = 0;
  /// False: all entries are taken, and the request waits for one.
  virtual bool take_entry() = 0;
  /// The request's entry joins its pending set.
  virtual void join() = 0;
};

class MatchStrategy {
 public:
  virtual ~MatchStrategy() = default;
  /// Whether a request's time begins when it reaches the dispatcher.
  [[nodiscard]] virtual bool timed_from_arrival() const = 0;
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
