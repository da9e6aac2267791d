// SPDX-License-Identifier: Apache-2.0
// picks.csv against itself, jobs.csv and the summary. A row is the candidate of a picker class; the rows of one
// decision follow each other.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "check/invariants.h"
#include "gantry/scheduler/picker.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

/// A row without its texts.
struct Candidate {
  PickCells cells;
  std::uint64_t line = 0;
};

class PickCheck {
 public:
  PickCheck(const RunFiles& run, Findings& findings)
      : run_(run),
        findings_(findings),
        file_(run.path(kPicksTable)),
        weighs_(run.summary.policy == kSourcePicker),
        must_weigh_(weighs_ && run.summary.provenance.picker_engine == "model") {
    for (std::size_t n = 0; n < run.names.size(); ++n) tasks_.emplace(run.names[n], n);
    class_of_.resize(run.names.size(), kNone);
    if (run.summary.wrote(kJobsFile)) {
      for (const JobRow& row : run.jobs) jobs_.emplace(std::pair(row.stations.task, row.stations.job), &row);
    }
  }

  void take(const PickCells& cells, std::uint64_t line) {
    const Candidate row{cells, line};
    if (!group_.empty() && (first().round != cells.round || first().decision != cells.decision)) end_decision();
    check_row(row);
    if (group_.empty()) begin_decision(row);
    if (!group_.empty()) check_below(row);
    group_.push_back(row);
  }

  /// Returns the number of decisions.
  std::size_t finish() {
    if (!group_.empty()) end_decision();
    const auto same = [&](std::string_view what, std::uint64_t counted, std::uint64_t told) {
      if (counted == told) return;
      findings_.add(file_, 0,
                    std::to_string(counted) + ' ' + std::string(what) + " (expected " + std::to_string(told) +
                        ", as in " + kSummaryFile + ')');
    };
    if (run_.summary.rounds) {
      same("rounds", rounds_, run_.summary.rounds->rounds);
      same("rounds with several eligible entries", contested_, run_.summary.rounds->contested);
      same("winners", decisions_, run_.summary.picks);
      for (const auto& [key, row] : jobs_) {
        findings_.add(run_.path(kJobsFile), row->line,
                      "job " + std::to_string(key.second) + " of task " + run_.names[key.first] + ": no row of " +
                          kPicksTable + " has it as winner");
      }
    } else if (decisions_ > 0) {
      findings_.add(file_, 0, std::string("has rows, but ") + kSummaryFile + " knows of no rounds");
    }
    return decisions_;
  }

 private:
  [[nodiscard]] const PickCells& first() const { return group_.front().cells; }
  void tell(const Candidate& row, const std::string& what) { findings_.add(file_, row.line, what); }

  void check_row(const Candidate& row) {
    const PickCells& cells = row.cells;
    const auto task = tasks_.find(cells.task);
    if (task != tasks_.end()) {
      std::uint32_t& cls = class_of_[task->second];
      if (cls != kNone && cls != cells.cls) {
        tell(row,
             "task " + std::string(cells.task) + " was of class " + std::string(kPickerClassLetters[cls]) + " before");
      }
      cls = cells.cls;
    } else if (run_.summary.wrote(kTasksFile)) {
      tell(row, "task " + std::string(cells.task) + " is not in " + kTasksFile);
    }
    const bool known = cells.expected_weight != kNone;
    const bool has_target = cells.target != no_value<std::int64_t>();
    const bool has_history = cells.history != no_value<std::uint64_t>();
    if (known != has_target || known != has_history || (must_weigh_ && !known))
      tell(row, "without some of target, expected_weight and history");
    if (known && (cells.expected_weight < 1 || cells.expected_weight > 256))
      tell(row, "expected_weight is " + std::to_string(cells.expected_weight) + " (expected 1 to 256)");
    if (cells.winner != (cells.job != kNone) || cells.winner == cells.processor.empty())
      tell(row, "job and processor are those of the winner, and it alone has them");
    if (cells.winner) check_job(row);
  }

  /// The winner's job. Each is taken out of `jobs_`.
  void check_job(const Candidate& row) {
    if (!run_.summary.wrote(kJobsFile)) return;
    const std::string title = "job " + std::to_string(row.cells.job) + " of task " + std::string(row.cells.task);
    const auto task = tasks_.find(row.cells.task);
    const auto job = task == tasks_.end() ? jobs_.end() : jobs_.find({task->second, row.cells.job});
    if (job == jobs_.end()) {
      // Of an unfinished run jobs that have not completed are not in the table.
      if (run_.summary.complete) tell(row, title + " is not in " + kJobsFile + ", or was picked before");
      return;
    }
    if (run_.summary.has_losses()) {  // the table has the last attempts, and the picker picks the first ones
      jobs_.erase(job);
      return;
    }
    const JobRecord& of = job->second->stations;
    if (of.picked != row.cells.cycle)
      tell(row, title + " was picked in cycle " + std::to_string(of.picked) + " by " + kJobsFile);
    if (of.order != row.cells.decision)
      tell(row, title + " has order " + std::to_string(of.order) + " in " + kJobsFile);
    const std::string& processor = of.processor == kNone ? std::string() : run_.summary.processors[of.processor].name;
    if (processor != row.cells.processor) tell(row, title + " ran on " + processor + " by " + kJobsFile);
    jobs_.erase(job);
  }

  void begin_decision(const Candidate& row) {
    const PickCells& cells = row.cells;
    ++decisions_;
    const bool new_round = rounds_ == 0 || cells.round != last_.round;
    if (new_round) {
      if (cells.round != rounds_)
        tell(row, "round " + std::to_string(cells.round) + " (expected " + std::to_string(rounds_) + ')');
      if (cells.decision != 0) tell(row, "the round begins with decision " + std::to_string(cells.decision));
      if (rounds_ > 0 && cells.cycle <= last_.cycle) tell(row, "not after the cycle of the round before");
      if (cells.eligible > 1) ++contested_;
      rounds_ = cells.round + 1;
    } else {
      if (cells.decision != last_.decision + 1)
        tell(row,
             "decision " + std::to_string(cells.decision) + " (expected " + std::to_string(last_.decision + 1) + ')');
      if (cells.cycle != last_.cycle) tell(row, "another cycle than the rest of the round");
    }
  }

  /// A row against the one above of the same decision.
  void check_below(const Candidate& row) {
    const PickCells& above = group_.back().cells;
    if (row.cells.cycle != above.cycle) tell(row, "another cycle than the row above of the same decision");
    if (row.cells.eligible != above.eligible)
      tell(row, "another number of eligible than the row above of the same decision");
    if (row.cells.cls <= above.cls) tell(row, "classes of a decision are not in order, each once");
  }

  void end_decision() {
    const Candidate& top = group_.front();
    const auto won = [](const Candidate& row) { return row.cells.winner; };
    const auto winner = std::find_if(group_.begin(), group_.end(), won);
    const auto winners = std::count_if(group_.begin(), group_.end(), won);
    if (winners != 1) tell(top, std::to_string(winners) + " winners of one decision (expected 1)");
    if (top.cells.eligible < group_.size()) {
      tell(top, std::to_string(top.cells.eligible) + " eligible entries, fewer than the " +
                    std::to_string(group_.size()) + " candidates");
    }
    for (const Candidate& row : group_) {
      if (winners == 1 && weighs_ && row.cells.expected_weight != kNone && row.cells.target > winner->cells.target) {
        tell(row, "target " + std::to_string(row.cells.target) + " is larger than the winner's " +
                      std::to_string(winner->cells.target));
      }
    }
    last_ = top.cells;
    group_.clear();
  }

  const RunFiles& run_;
  Findings& findings_;
  const std::string file_;
  const bool weighs_;      ///< the largest target wins
  const bool must_weigh_;  ///< every candidate has weights
  std::unordered_map<std::string_view, std::uint64_t> tasks_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, const JobRow*> jobs_;  ///< of which no winner has been seen
  std::vector<std::uint32_t> class_of_;                                    ///< by task; kNone: not seen
  std::vector<Candidate> group_;                                           ///< the current decision
  PickCells last_;                                                         ///< of the decision before
  std::uint64_t rounds_ = 0;
  std::uint64_t contested_ = 0;
  std::size_t decisions_ = 0;
};

}  // namespace

std::size_t check_picks(const RunFiles& run, Findings& findings, Diagnostics& problems) {
  PickCheck check(run, findings);
  TableReader<PickCells> table(run.path(kPicksTable), problems);
  for (PickCells row; table.next(row);) check.take(row, table.line());
  return table.ok() ? check.finish() : 0;
}

}  // namespace gantry
