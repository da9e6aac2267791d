// SPDX-License-Identifier: Apache-2.0
// Strategies of matching, chosen by `dispatcher.mode`: the order in which a request gets its picker entry, joins, and
// is matched with processors. A strategy decides the next step; the matcher executes it.
#pragma once

#include <cstdint>
#include <memory>

#include "gantry/scheduler/scheduling.h"

namespace gantry {
inline namespace scheduler {

enum class MatchMode : std::uint8_t;

/// The steps that a strategy can execute for the current request.
class MatchDesk {
 public:
  virtual ~MatchDesk() = default;
  /// Matches up to match_jobs_per_cycle jobs; at most one request per cycle. The first try starts the request's timer.
  virtual void match_jobs() = 0;
  /// Takes a picker entry. Returns false if all are taken; the request then waits for one.
  virtual bool take_entry() = 0;
  /// Orders the request's entry to join its pending set. The join takes effect at the end of the first cycle in which
  /// the picker accepts joins, this cycle included. With per_job, Scheduling::present is set in that cycle.
  /// Precondition: the request has an entry, which was not ordered to join before.
  virtual void join() = 0;
};

class MatchStrategy {
 public:
  virtual ~MatchStrategy() = default;
  /// Executes one cycle of a request that has an unmatched job or no entry.
  virtual void serve(const Scheduling& request, MatchDesk& desk) const = 0;
  /// Whether all jobs of a request must be matched before the first of them can be picked.
  [[nodiscard]] virtual bool all_at_once() const = 0;
};

std::unique_ptr<MatchStrategy> make_gang_matching();
std::unique_ptr<MatchStrategy> make_per_job_matching();
std::unique_ptr<MatchStrategy> make_match_strategy(MatchMode mode);

}  // namespace scheduler
}  // namespace gantry
