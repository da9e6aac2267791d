// SPDX-License-Identifier: Apache-2.0
// konata: pipeline.kanata, for Konata.
#include "output/konata_writer.h"
#include "output/run_directory.h"
#include "output/run_report.h"
#include "result/output_names.h"

namespace gantry {
namespace {

class KonataReport final : public RunReport {
 public:
  KonataReport(const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory)
      : pipeline_(directory.file(true, kKonataFile), run.task_name, run.links, setting.from, setting.to) {}
  [[nodiscard]] bool ok() const override { return pipeline_.ok(); }
  RecordSink* records() override { return &pipeline_; }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override { pipeline_.finish(problems); }

 private:
  KonataWriter pipeline_;
};

}  // namespace

void add_konata(ReportCatalogue& reports) {
  ReportEntry entry{"konata",
                    "write `pipeline.kanata`; `{from, to}` = only tasks that are submitted in cycles `from` up to, not "
                    "including, `to`",
                    {kKonataFile},
                    [](const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory) {
                      return std::make_unique<KonataReport>(run, setting, directory);
                    }};
  entry.on = false;
  entry.windowed = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
