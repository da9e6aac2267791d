// SPDX-License-Identifier: Apache-2.0
// What became of streams of graphs: response times, deadlines, shares and fairness, in memory that does not grow with
// the instances that are done (docs/outputs.md, "streams").
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "gantry/scheduler/records.h"
#include "report/percentiles.h"
#include "report/steady_state.h"

namespace gantry {

/// A stream as its statistics know it beforehand.
struct Tenant {
  std::string name;
  std::uint64_t count = 0;  ///< instances that arrive
  std::uint32_t tasks = 0;  ///< of an instance
  std::optional<std::uint32_t> weight;
  std::optional<Cycle> deadline;  ///< after the arrival
  std::optional<Cycle> alone;     ///< response of an instance that has the machine to itself
};

struct TenantStats {
  Tenant tenant;
  std::uint64_t done = 0;     ///< instances
  Estimate response;          ///< arrival to the last task recorded as done, after the warm-up
  std::uint64_t warm_up = 0;  ///< instances that are cut off for that
  std::uint64_t p50 = 0;      ///< of all that are done, as the rest
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
  /// Whether response times stay where they are; nothing with fewer than kFewestToJudge instances done.
  std::optional<bool> stable;
  std::optional<double> slowdown;  ///< mean response / alone
  std::uint64_t misses = 0;        ///< of the deadline
  std::uint64_t tardiness = 0;     ///< cycles after the deadline, in total
  std::uint64_t most_tardy = 0;
  std::uint64_t processor_cycles = 0;  ///< in which its jobs computed
  double share = 0.0;                  ///< of those of all streams
};

struct TenantsStats {
  std::vector<TenantStats> tenants;
  /// Jain's index, 1 = all alike, 1/n = one has it all: of the processor cycles by weight, and of the slowdowns.
  double fairness_of_share = 1.0;
  std::optional<double> fairness_of_slowdown;
};

/// (sum x)^2 / (n sum x^2); 1 if all are 0.
double jain_index(const std::vector<double>& values);

class TenantStatistics final : public RecordSink {
 public:
  static constexpr std::uint64_t kFewestToJudge = 32;

  explicit TenantStatistics(std::vector<Tenant> tenants);
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;
  [[nodiscard]] TenantsStats stats() const;

 private:
  struct Live {
    std::uint32_t left = 0;  ///< tasks that are not done; 0: the instance is
    Cycle latest = 0;
  };
  struct Account {
    Tenant tenant;
    std::deque<Live> live;     ///< from the oldest instance that is not done
    std::uint64_t oldest = 0;  ///< its number
    SteadyState response;
    Percentiles percentiles;
    std::uint64_t done = 0;
    std::uint64_t misses = 0;
    std::uint64_t tardiness = 0;
    std::uint64_t most_tardy = 0;
    std::uint64_t processor_cycles = 0;
  };

  static void instance_done(Account& account, Cycle response);

  std::vector<Account> accounts_;
};

}  // namespace gantry
