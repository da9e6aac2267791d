// SPDX-License-Identifier: Apache-2.0
// slowdown: the run against one without its faults, in the summary. It writes no file, and costs a second run.
#include <memory>

#include "output/run_info.h"
#include "output/run_report.h"

namespace gantry {
namespace {

class SlowdownReport final : public RunReport {
 public:
  explicit SlowdownReport(const ReportedRun& run) : without_faults_(run.without_faults) {}

  void finish(const RanMachine* ran, Diagnostics& /*problems*/) override { ran_ = ran != nullptr; }
  void summarise(RunInfo& info) const override {
    if (ran_ && without_faults_) without_faults_(info);
  }

 private:
  const std::function<void(RunInfo&)> without_faults_;
  bool ran_ = false;
};

}  // namespace

void add_slowdown(ReportCatalogue& reports) {
  ReportEntry entry{"slowdown",
                    "with [`faults`](faults.md) run the experiment a second time without them, for the slowdown in the "
                    "summary",
                    {},
                    [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& /*directory*/) {
                      return std::make_unique<SlowdownReport>(run);
                    }};
  entry.on = false;
  entry.of_machine = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
