// SPDX-License-Identifier: Apache-2.0
// Reports of inference nodes. sessions: sessions.csv. batches: batches.csv. visits: visits.csv. decisions:
// decisions.csv. result/tables.h has the columns. The interconnect's reports are those of every run.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gantry/serving/serving_config.h"
#include "output/run_directory.h"
#include "output/table_file.h"
#include "result/tables.h"
#include "serving/serving_experiment.h"

namespace gantry {
namespace {

/// One table; a record of another kind writes nothing.
template <class Cells>
class TableReport : public RunReport, public ServingSink {
 public:
  /// `more`: the run has what the columns of some runs are about.
  TableReport(const ReportedRun& run, RunDirectory& directory, bool more = false)
      : config_(*run.serving), table_(directory.file(true, Cells::kFile), more) {}
  [[nodiscard]] bool ok() const override { return table_.ok(); }
  ServingSink* sessions() override { return this; }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override { table_.finish(problems); }

  void session_done(const SessionRecord& /*session*/) override {}
  void batch_done(const BatchRecord& /*batch*/) override {}
  void visit_done(const VisitRecord& /*visit*/, const BatchRecord& /*batch*/) override {}

 protected:
  void add(Cells row) { table_.add(row); }
  const ServingConfig& config_;

 private:
  TableFile<Cells> table_;
};

bool has_pushes(const ReportedRun& run) {
  return std::any_of(run.serving->kinds.begin(), run.serving->kinds.end(),
                     [](const SessionKind& kind) { return kind.pushes > 1; });
}
bool has_overlaps(const ReportedRun& run) {
  return std::any_of(run.serving->nodes.begin(), run.serving->nodes.end(),
                     [](const InferenceNodeConfig& node) { return node.overlaps(); });
}

class SessionsReport final : public TableReport<SessionCells> {
 public:
  SessionsReport(const ReportedRun& run, RunDirectory& directory) : TableReport(run, directory, has_pushes(run)) {}
  void session_done(const SessionRecord& session) override {
    add({config_.kinds[session.kind].name, {session.number, session.arrived, session.completed, session.pushed}});
  }
};

class BatchesReport final : public TableReport<BatchCells> {
 public:
  BatchesReport(const ReportedRun& run, RunDirectory& directory) : TableReport(run, directory, has_overlaps(run)) {}
  void batch_done(const BatchRecord& batch) override {
    add({config_.nodes[batch.node].name,
         {batch.number, batch.selected, batch.started, batch.finished(), batch.requests, batch.priority_requests,
          batch.returned}});
  }
};

class VisitsReport final : public TableReport<VisitCells> {
 public:
  VisitsReport(const ReportedRun& run, RunDirectory& directory) : TableReport(run, directory, has_pushes(run)) {}
  void visit_done(const VisitRecord& visit, const BatchRecord& batch) override {
    add({config_.nodes[visit.node].name,
         {visit.session, visit.pass, visit.queued, batch.started, batch.finished(), batch.number, visit.datum}});
  }
};

class DecisionsReport final : public TableReport<DecisionCells> {
 public:
  using TableReport::TableReport;
  void decided(const DecisionRecord& decision) override {
    const std::string used = to_text(decision.compute_used);
    for (NodeId n = 0; n < decision.nodes.size(); ++n) {
      const NodeState& node = decision.nodes[n];
      const auto at = std::find(decision.chosen.begin(), decision.chosen.end(), n);
      const PriorityRule& rule = config_.scheduler.rule;
      const std::string weight = to_text(node.weight);
      const std::string compute = to_text(node.compute);
      const std::string priority = to_text(inference_priority(node, rule), rule);
      DecisionCells cells;
      cells.decision = decision.number;
      cells.cycle = decision.at;
      cells.node = config_.nodes[n].name;
      cells.state = node.busy ? 2 : node.held ? 1 : 0;
      cells.pending = node.pending;
      cells.priority_requests = node.priority_tasks;
      cells.oldest = node.oldest;
      cells.weight = weight;
      cells.compute = compute;
      cells.priority = priority;
      if (at != decision.chosen.end()) cells.chosen = static_cast<std::uint32_t>(at - decision.chosen.begin());
      cells.compute_used = used;
      add(cells);
    }
  }
};

template <class Report>
void enter_table(ReportCatalogue& reports, const char* name, const char* summary, const char* file, bool on = true) {
  ReportEntry entry{
      name, summary, {file}, [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
        return std::make_unique<Report>(run, directory);
      }};
  entry.on = on;
  reports.add(std::move(entry));
}

}  // namespace

void add_serving_tables(ReportCatalogue& reports) {
  enter_table<SessionsReport>(reports, "sessions", "write `sessions.csv`", SessionCells::kFile);
  enter_table<BatchesReport>(reports, "batches", "write `batches.csv`", BatchCells::kFile);
  enter_table<VisitsReport>(reports, "visits", "write `visits.csv`", VisitCells::kFile);
  enter_table<DecisionsReport>(reports, "decisions", "write `decisions.csv`, a row per decision and node",
                               DecisionCells::kFile, false);
}

void add_serving_traffic(ReportCatalogue& reports) {
  for (const ReportEntry& report : traffic_reports().entries()) reports.add(report);
}

}  // namespace gantry
