// SPDX-License-Identifier: Apache-2.0
// faults: faults.csv, the faults of processors and what each cost. Only of runs with faults.
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "output/run_directory.h"
#include "output/run_report.h"
#include "output/table_file.h"
#include "result/fault_cells.h"

namespace gantry {
namespace {

class FaultReport final : public RunReport {
 public:
  FaultReport(const ReportedRun& run, RunDirectory& directory) : processors_(run.processors) {
    if (run.has_faults) table_.emplace(directory.file(true, kFaultsTable));
  }
  [[nodiscard]] bool ok() const override { return !table_ || table_->ok(); }
  void finish(const RanMachine* ran, Diagnostics& problems) override {
    if (!table_) return;
    if (ran != nullptr && ran->faults != nullptr) {
      for (const FaultRecord& of : *ran->faults) {
        FaultCells row{processors_.at(of.fault.processor),
                       of.fault.kind,
                       of.fault.at,
                       of.fault.until(),
                       of.jobs,
                       of.lost,
                       of.failed,
                       of.delay_cycles};
        table_->add(row);
      }
    }
    table_->finish(problems);
  }

 private:
  std::optional<TableFile<FaultCells>> table_;
  const std::vector<std::string> processors_;
};

}  // namespace

void add_faults(ReportCatalogue& reports) {
  ReportEntry entry{"faults",
                    "with [`faults`](faults.md) write `faults.csv`, a row per fault",
                    {kFaultsTable},
                    [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                      return std::make_unique<FaultReport>(run, directory);
                    }};
  entry.of_machine = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
