// SPDX-License-Identifier: Apache-2.0
// Statistics of streams of graphs: response times, deadlines, shares and fairness, in memory that does not grow with
// the instances (docs/outputs.md, "streams").
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/quotient.h"
#include "gantry/scheduler/records.h"
#include "output/percentiles.h"
#include "output/steady_state.h"
#include "result/stream_results.h"

namespace gantry {

/// Returns Jain's fairness index (sum x)^2 / (n sum x^2), the double nearest to it; 1 if all are 0.
double jain_index(const std::vector<Precise>& values);

class TenantStatistics final : public RecordSink {
 public:
  static constexpr std::uint64_t kFewestToJudge = 32;

  explicit TenantStatistics(std::vector<Tenant> tenants);
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;
  /// Corrects the number of instances of a stream that depends on the run.
  void set_count(std::size_t stream, std::uint64_t count) { accounts_[stream].tenant.count = count; }
  [[nodiscard]] TenantsStats stats() const;

 private:
  struct Live {
    std::uint32_t left = 0;  ///< unfinished tasks; 0: the instance has completed
    Cycle latest = 0;
  };
  struct Account {
    Tenant tenant;
    std::deque<Live> live;     ///< instances from the oldest unfinished one on
    std::uint64_t oldest = 0;  ///< number of the oldest unfinished instance
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
