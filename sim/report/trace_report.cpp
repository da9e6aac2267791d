// SPDX-License-Identifier: Apache-2.0
// trace: trace.json, for ui.perfetto.dev and its like.
#include "readback/output_names.h"
#include "report/run_directory.h"
#include "report/run_report.h"
#include "report/trace_writer.h"

namespace gantry {
namespace {

class TraceReport final : public RunReport {
 public:
  TraceReport(const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory)
      : trace_(directory.file(true, kTraceFile),
               {run.title, run.clock_mhz, setting.from, setting.to == kNever ? kNever : setting.to - 1}, run.task_name,
               run.processors) {}
  [[nodiscard]] bool ok() const override { return trace_.ok(); }
  RecordSink* records() override { return &trace_; }
  GaugeRecorder* gauges() override { return &trace_; }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override { trace_.finish(problems); }

 private:
  TraceWriter trace_;
};

}  // namespace

void add_trace(ReportCatalogue& reports) {
  ReportEntry entry{"trace",
                    "write `trace.json`; `{from, to}` = only what happens in cycles `from` up to, not including, `to`",
                    {kTraceFile},
                    [](const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory) {
                      return std::make_unique<TraceReport>(run, setting, directory);
                    }};
  entry.windowed = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
