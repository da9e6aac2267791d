// SPDX-License-Identifier: Apache-2.0
// picks: picks.csv, what the picker decided on.
#include <utility>

#include "output/run_directory.h"
#include "output/run_report.h"
#include "output/table_file.h"
#include "result/output_names.h"
#include "result/tables.h"

namespace gantry {
namespace {

class PicksReport final : public RunReport, public RecordSink {
 public:
  PicksReport(const ReportedRun& run, RunDirectory& directory)
      : table_(directory.file(true, kPicksTable)), task_name_(run.task_name), processors_(run.processors) {}
  [[nodiscard]] bool ok() const override { return table_.ok(); }
  RecordSink* records() override { return this; }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override { table_.finish(problems); }

  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
  [[nodiscard]] bool follows_picks() const override { return true; }
  void decided(const PickRecord& pick) override {
    if (!table_.on()) return;
    PickCells row;
    row.cycle = pick.cycle;
    row.round = pick.round;
    row.decision = pick.decision;
    row.eligible = pick.eligible;
    for (std::size_t c = 0; c < pick.candidates.size(); ++c) {
      const PickRecord::Candidate& candidate = pick.candidates[c];
      const std::string task = task_name_(candidate.task);
      const bool weighs = candidate.expected_weight != 0;
      row.cls = candidate.cls;
      row.task = task;
      row.entry = candidate.entry;
      row.target = weighs ? candidate.target : no_value<std::int64_t>();
      row.expected_weight = weighs ? candidate.expected_weight : kNone;
      row.history = weighs ? candidate.history : no_value<std::uint64_t>();
      row.winner = c == pick.winner;
      row.job = row.winner ? pick.job : kNone;
      row.processor = row.winner ? std::string_view(processors_.at(pick.processor)) : std::string_view();
      table_.add(row);
    }
  }

 private:
  TableFile<PickCells> table_;
  const TaskName task_name_;
  const std::vector<std::string> processors_;
};

}  // namespace

void add_picks(ReportCatalogue& reports) {
  ReportEntry entry{"picks",
                    "write `picks.csv`, a row per round and picker class: what the picker decided on",
                    {kPicksTable},
                    [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                      return std::make_unique<PicksReport>(run, directory);
                    }};
  entry.on = false;
  entry.of_machine = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
