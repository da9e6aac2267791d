// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "check/invariants.h"
#include "result/output_names.h"

namespace gantry {
namespace {

using Key = std::tuple<std::string, std::uint64_t, std::uint64_t>;

/// What the tasks of one class, weight and stream make of it.
struct Recount {
  std::uint64_t tasks = 0;
  WaitStats waits;
  std::array<std::vector<std::uint64_t>, kStages> each;
};

std::map<Key, Recount> recount(const RunFiles& run) {
  std::map<Key, Recount> rows;
  for (const TaskRow& row : run.tasks) {
    const TaskRecord& task = row.stations;
    if (task.completed == kNever || task.submitted == kNever) continue;
    Recount& to = rows[{std::string(name(task.cls)), task.weight, task.stream}];
    WaitStats own;
    add_waits(task, own);
    ++to.tasks;
    to.waits.lifetime += own.lifetime;
    for (std::size_t i = 0; i < kStages; ++i) {
      to.waits.cycles[i] += own.cycles[i];
      to.each[i].push_back(own.cycles[i]);
    }
  }
  return rows;
}

class StageCheck {
 public:
  StageCheck(const RunFiles& run, Findings& findings) : run_(run), findings_(findings), file_(run.path(kSummaryFile)) {}

  void check_sums();
  void check_against_tasks();

 private:
  void same(const std::string& key, std::uint64_t told, std::uint64_t right, const char* by) {
    if (told == right) return;
    findings_.add(file_, 0, key + " is " + std::to_string(told) + " (expected " + std::to_string(right) + by + ")");
  }
  void check_row(const StageResults& row, Recount& right);
  [[nodiscard]] static std::string where(const Key& key) {
    return "stages of class " + std::get<0>(key) + ", weight " + std::to_string(std::get<1>(key)) + ", stream " +
           std::to_string(std::get<2>(key));
  }

  const RunFiles& run_;
  Findings& findings_;
  std::string file_;
};

void StageCheck::check_sums() {
  static constexpr const char* kBy = " as the sum of `stages`";
  std::uint64_t tasks = 0;
  WaitStats sums;
  for (const StageResults& row : *run_.summary.stages) {
    tasks += row.tasks;
    sums.lifetime += row.waits.lifetime;
    for (std::size_t i = 0; i < kStages; ++i) sums.cycles[i] += row.waits.cycles[i];
  }
  same("tasks.completed", run_.summary.tasks_completed, tasks, kBy);
  same("waits.lifetime", run_.summary.waits.lifetime, sums.lifetime, kBy);
  for (std::size_t i = 0; i < kStages; ++i) {
    same("waits." + std::string(kStageNames[i]), run_.summary.waits.cycles[i], sums.cycles[i], kBy);
  }
}

void StageCheck::check_row(const StageResults& row, Recount& right) {
  static constexpr const char* kBy = " by tasks.csv";
  static constexpr std::array<std::uint64_t, 3> kPercents = {50, 95, 99};
  const std::string at = where({std::string(name(row.cls)), row.weight, row.stream}) + ": ";
  same(at + "tasks", row.tasks, right.tasks, kBy);
  same(at + "lifetime", row.waits.lifetime, right.waits.lifetime, kBy);
  for (std::size_t i = 0; i < kStages; ++i) {
    const std::string stage = at + std::string(kStageNames[i]);
    same(stage, row.waits.cycles[i], right.waits.cycles[i], kBy);
    if (!row.percentiles) continue;
    const StagePercentiles& of = (*row.percentiles)[i];
    const std::array<std::uint64_t, 3> percentiles = {of.p50, of.p95, of.p99};
    std::vector<std::uint64_t>& values = right.each[i];
    std::sort(values.begin(), values.end());
    for (std::size_t p = 0; p < kPercents.size(); ++p) {
      const std::uint64_t exact = values[static_cast<std::size_t>((values.size() * kPercents[p] + 99) / 100 - 1)];
      // Of many tasks it is rounded up, by at most 1/64.
      const std::uint64_t most = values.size() <= 1024 ? exact : exact + exact / 64;
      const std::uint64_t told = percentiles[p];
      if (told < exact || told > most) same(stage + ": p" + std::to_string(kPercents[p]), told, exact, kBy);
    }
  }
}

void StageCheck::check_against_tasks() {
  std::map<Key, Recount> rows = recount(run_);
  for (const StageResults& row : *run_.summary.stages) {
    const Key key{std::string(name(row.cls)), row.weight, row.stream};
    const auto at = rows.find(key);
    if (at == rows.end()) {
      findings_.add(file_, 0, where(key) + ": tasks.csv has no such tasks, or this is a duplicate");
      continue;
    }
    check_row(row, at->second);
    rows.erase(at);
  }
  for (const auto& [key, row] : rows) findings_.add(file_, 0, where(key) + " are missing");
}

}  // namespace

void check_stages(const RunFiles& run, Findings& findings) {
  if (!run.summary.stages) return;
  StageCheck check(run, findings);
  check.check_sums();
  if (run.summary.wrote(kTasksFile) && all_in_order(run)) check.check_against_tasks();
}

}  // namespace gantry
