// SPDX-License-Identifier: Apache-2.0
// Cycles of tasks by stage, class, weight and stream: exact sums, and percentiles in memory that does not grow with the
// tasks (docs/outputs.md, "stages").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_stats.h"
#include "output/percentiles.h"
#include "result/run_summary.h"

namespace gantry {

class StageStatistics final : public RecordSink {
 public:
  /// Most rows with percentiles. Rows whose first task completes later have none.
  static constexpr std::size_t kMostPercentiles = 256;

  explicit StageStatistics(bool percentiles) : percentiles_(percentiles) {}
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& /*job*/) override {}

  /// Returns the rows by class, weight and stream.
  [[nodiscard]] std::vector<StageResults> rows() const;

 private:
  using Key = std::tuple<TaskClass, std::uint32_t, std::uint32_t>;
  struct Account {
    std::uint64_t tasks = 0;
    WaitStats waits;
    std::unique_ptr<std::array<Percentiles, kStages>> percentiles;
  };

  /// The account of the last call, which need not be looked up again.
  struct Recent {
    Key key;
    Account* account = nullptr;
  };
  static constexpr std::size_t kRecent = 64;

  [[nodiscard]] Account& account(const TaskRecord& task);
  [[nodiscard]] Account& look_up(const Key& key);

  bool percentiles_;
  std::map<Key, Account> accounts_;
  std::array<Recent, kRecent> recent_{};
};

}  // namespace gantry
