// SPDX-License-Identifier: Apache-2.0
#include "explain/explain_run.h"

#include <algorithm>
#include <string_view>

#include "gantry/explain/bound_table.h"
#include "result/measured_turns.h"
#include "result/output_names.h"
#include "result/result_reader.h"
#include "result/run_summary.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

constexpr std::size_t kLongest = 10;

/// Those that are not 0, the largest first. `rows`: the table that names them.
template <class Rows, class Counts>
NamedCounts named(const Rows& rows, const Counts& counts) {
  NamedCounts all;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) all.emplace_back(std::string(rows[i].name), counts[i]);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return all;
}

void take_summary(const RunSummary& run, Explanation& explanation) {
  explanation.experiment = run.experiment;
  explanation.cycles = run.cycles;
  explanation.complete = run.complete;
  explanation.verdict = run.verdict;
  if (run.critical_path) explanation.causes = named(kCauseTable, *run.critical_path);
  if (run.critical_path_held) explanation.held = named(kCauseTable, *run.critical_path_held);
  if (run.bounds) explanation.bounds = named(kBounds, run.bounds->bounds.cycles);
  if (!run.critical_path_without) return;
  NamedCounts& without = explanation.without;
  for (std::size_t i = 0; i < kReliefs; ++i)
    without.emplace_back(kReliefTable[i].name, (*run.critical_path_without)[i]);
  std::stable_sort(without.begin(), without.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
}

void read_steps(const std::string& path, Diagnostics& problems, Explanation& explanation) {
  const auto longer = [](const LongStep& a, const LongStep& b) { return a.to - a.from > b.to - b.from; };
  std::vector<LongStep>& longest = explanation.longest;
  TableReader<PathCells> table(path, problems);
  for (PathCells row; table.next(row);) {
    ++explanation.steps;
    if (row.to < row.from) continue;
    if (longest.size() == kLongest && row.to - row.from <= longest.back().to - longest.back().from) continue;
    const LongStep step{row.from,
                        row.to,
                        std::string(info(row.cause).name),
                        std::string(row.task),
                        row.job == kNone ? std::string() : std::to_string(row.job),
                        std::string(row.detail)};
    longest.insert(std::upper_bound(longest.begin(), longest.end(), step, longer), step);
    if (longest.size() > kLongest) longest.pop_back();
  }
}

}  // namespace

std::optional<Explanation> explain_run(const std::string& directory, Diagnostics& problems) {
  const auto run = read_results<RunSummary>(directory + '/' + kSummaryFile, problems);
  if (!problems.ok()) return std::nullopt;
  Explanation explanation;
  take_summary(run, explanation);
  if (std::string measured = measured_turns(directory, run); !measured.empty())
    explanation.verdict.push_back(std::move(measured));
  if (run.wrote(kPathFile)) read_steps(directory + '/' + kPathFile, problems, explanation);
  if (!problems.ok()) return std::nullopt;
  return explanation;
}

}  // namespace gantry
