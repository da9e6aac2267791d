// SPDX-License-Identifier: Apache-2.0
// What a summary says of streams: long-run means with 95 % intervals, and what became of each stream of graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "result/request_results.h"

namespace gantry {

class ResultVisitor;

/// A long-run mean with its 95 % interval.
struct Estimate {
  double mean = 0.0;
  double half_width = 0.0;  ///< 0 when there are too few values for an interval
  bool has_interval = false;
};

/// One weight within one picker class. Means over stretches of equally many picks.
struct StreamShare {
  std::string cls;
  std::uint32_t weight = 0;
  Estimate share;           ///< picks / picks of the class; stretches without a pick of the class do not count
  Estimate expected_share;  ///< the same as the weights promise it
  Estimate lag;             ///< picks: the largest number promised since the stretch began and not given
  Estimate longest_wait;    ///< cycles
  double most_lag = 0.0;    ///< of all stretches
  Cycle most_wait = 0;      ///< of all stretches
};

struct StreamShares {
  std::uint64_t picks = 0;  ///< in a stretch; 0 when the run was too short for one after the warm-up
  std::vector<StreamShare> rows;
};

/// What a stream of independent tasks converges to.
struct StreamStats {
  std::uint64_t tasks = 0;
  std::uint64_t warm_up_tasks = 0;  ///< cut off
  Cycle warm_up_cycles = 0;         ///< completion of the last task of the warm-up
  Estimate response_cycles;         ///< arrival (the task's submit cycle) to recorded as done
  std::uint64_t p50 = 0;            ///< percentiles of the responses of all tasks, in cycles
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
  Estimate wait_cycles;            ///< arrival to the first flit of the first job
  Estimate interdeparture_cycles;  ///< between two completions; its inverse is the throughput
  StreamShares shares;             ///< filled by whoever has the run's RunStats
};

/// A stream of graphs as its statistics know it beforehand.
struct Tenant {
  std::string name;
  std::uint64_t count = 0;              ///< instances that arrive; of merged steps those that have begun
  std::uint32_t tasks = 0;              ///< of an instance; not in a summary
  std::optional<std::uint32_t> weight;  ///< not in a summary
  std::optional<Cycle> deadline;        ///< after the arrival
  std::optional<Cycle> alone;           ///< response of an instance that has the machine to itself
};

struct TenantStats {
  Tenant tenant;
  std::uint64_t done = 0;     ///< instances
  Estimate response;          ///< arrival to the last task recorded as done, after the warm-up; 0 if not stable
  std::uint64_t warm_up = 0;  ///< instances that are cut off for that
  /// Mean response of all that are done; nothing: none is. Not in a summary.
  std::optional<double> mean_of_all;
  std::uint64_t p50 = 0;  ///< of all that are done, as the rest
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
  /// Whether response times stay where they are; nothing if too few instances are done.
  std::optional<bool> stable;
  std::optional<double> slowdown;  ///< mean response / alone
  std::uint64_t misses = 0;        ///< of the deadline
  std::uint64_t tardiness = 0;     ///< cycles after the deadline, in total
  std::uint64_t most_tardy = 0;
  std::uint64_t processor_cycles = 0;    ///< in which its jobs computed
  double share = 0.0;                    ///< of those of all streams
  std::optional<RequestStats> requests;  ///< of a stream whose requests several instances serve
};

struct TenantsStats {
  std::vector<TenantStats> tenants;
  /// Jain's index, 1 = all alike, 1/n = one has it all: of the processor cycles by weight, and of the slowdowns.
  double fairness_of_share = 1.0;
  std::optional<double> fairness_of_slowdown;
};

/// `mean` and `half_width`, beside the other results of the object.
void describe_estimate(ResultVisitor& results, Estimate& estimate, std::string_view unit, std::string_view meaning);

void describe(ResultVisitor& results, StreamStats& stream);
void describe(ResultVisitor& results, TenantsStats& streams);

}  // namespace gantry
