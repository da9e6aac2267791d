// SPDX-License-Identifier: Apache-2.0
// Reports of inference nodes. sessions: sessions.csv. batches: batches.csv. visits: visits.csv. result/tables.h has the
// columns. The interconnect's reports are those of every run.
#include <memory>

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
  TableReport(const ReportedRun& run, RunDirectory& directory)
      : config_(*run.serving), table_(directory.file(true, Cells::kFile)) {}
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

class SessionsReport final : public TableReport<SessionCells> {
 public:
  using TableReport::TableReport;
  void session_done(const SessionRecord& session) override {
    add({config_.kinds[session.kind].name, {session.number, session.arrived, session.completed}});
  }
};

class BatchesReport final : public TableReport<BatchCells> {
 public:
  using TableReport::TableReport;
  void batch_done(const BatchRecord& batch) override {
    add({config_.nodes[batch.node].name,
         {batch.number, batch.selected, batch.started, batch.finished(), batch.requests, batch.priority_requests}});
  }
};

class VisitsReport final : public TableReport<VisitCells> {
 public:
  using TableReport::TableReport;
  void visit_done(const VisitRecord& visit, const BatchRecord& batch) override {
    add({config_.nodes[visit.node].name,
         {visit.session, visit.pass, visit.queued, batch.started, batch.finished(), batch.number}});
  }
};

template <class Report>
void enter_table(ReportCatalogue& reports, const char* name, const char* summary, const char* file) {
  reports.add(
      {name, summary, {file}, [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
         return std::make_unique<Report>(run, directory);
       }});
}

}  // namespace

void add_serving_tables(ReportCatalogue& reports) {
  enter_table<SessionsReport>(reports, "sessions", "write `sessions.csv`", SessionCells::kFile);
  enter_table<BatchesReport>(reports, "batches", "write `batches.csv`", BatchCells::kFile);
  enter_table<VisitsReport>(reports, "visits", "write `visits.csv`", VisitCells::kFile);
}

void add_serving_traffic(ReportCatalogue& reports) {
  for (const ReportEntry& report : traffic_reports().entries()) reports.add(report);
}

}  // namespace gantry
