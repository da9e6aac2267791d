// SPDX-License-Identifier: Apache-2.0
// Where tasks spent their cycles, stage by stage, by class, weight and stream: exact sums, and percentiles in memory
// that does not grow with the tasks (docs/outputs.md, "stages").
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
  /// More rows than these have no percentiles: those whose first task completes later.
  static constexpr std::size_t kMostPercentiles = 256;

  explicit StageStatistics(bool percentiles) : percentiles_(percentiles) {}
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& /*job*/) override {}

  /// By class, weight and stream.
  [[nodiscard]] std::vector<StageResults> rows() const;

 private:
  using Key = std::tuple<TaskClass, std::uint32_t, std::uint32_t>;
  struct Account {
    std::uint64_t tasks = 0;
    WaitStats waits;
    std::unique_ptr<std::array<Percentiles, kStages>> percentiles;
  };

  /// An account that was asked for not long ago, so that it need not be looked up.
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
