// SPDX-License-Identifier: Apache-2.0
// residency: residency.csv, the stays of parts of data objects in local stores.
#include <utility>

#include "output/run_directory.h"
#include "output/run_report.h"
#include "output/table_file.h"
#include "result/output_names.h"
#include "result/tables.h"

namespace gantry {
namespace {

class ResidencyReport final : public RunReport, public RecordSink {
 public:
  ResidencyReport(const ReportedRun& run, RunDirectory& directory)
      : table_(directory.file(true, kResidencyTable)), object_name_(run.object_name), stores_(run.stores) {}
  [[nodiscard]] bool ok() const override { return table_.ok(); }
  RecordSink* records() override { return this; }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override { table_.finish(problems); }

  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
  void part_left(const PartStay& stay) override {
    if (!table_.on()) return;
    const std::string object = object_name_(stay.object);
    StayCells row;
    row.object = object;
    row.instance = stay.writer == kNever ? kNever : stay.instance;
    row.part = stay.part;
    row.bytes = stay.bytes;
    row.store = stores_.at(stay.store);
    row.reserved = stay.reserved;
    row.from = stay.from;
    row.until = stay.until;
    row.came = came(stay);
    row.uses = stay.uses;
    row.end = stay.end;
    table_.add(row);
  }

 private:
  [[nodiscard]] std::string_view came(const PartStay& stay) const {
    if (stay.from == kNever) return {};
    if (stay.written) return kCameWritten;
    return stay.source == kNone ? kCameFromMemory : std::string_view(stores_.at(stay.source));
  }

  TableFile<StayCells> table_;
  const std::function<std::string(std::uint32_t)> object_name_;
  const std::vector<std::string> stores_;
};

}  // namespace

void add_residency(ReportCatalogue& reports) {
  ReportEntry entry{"residency",
                    "write `residency.csv`, a row per stay of a part of a data object in a local store",
                    {kResidencyTable},
                    [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                      return std::make_unique<ResidencyReport>(run, directory);
                    }};
  entry.on = false;
  entry.of_machine = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
