// SPDX-License-Identifier: Apache-2.0
// waves: waves.vcd, for waveform viewers.
#include "output/run_directory.h"
#include "output/run_report.h"
#include "output/vcd_writer.h"
#include "result/output_names.h"

namespace gantry {
namespace {

class WavesReport final : public RunReport {
 public:
  WavesReport(const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory)
      : waves_(directory.file(true, kWavesFile), run.clock_mhz, setting.from, setting.to) {}
  [[nodiscard]] bool ok() const override { return waves_.ok(); }
  GaugeRecorder* gauges() override { return &waves_; }
  GaugeRecorder* signals() override { return &waves_; }
  void finish(const RanMachine* ran, Diagnostics& problems) override {
    waves_.finish(ran == nullptr ? 0 : ran->cycles, problems);
  }

 private:
  VcdWriter waves_;
};

}  // namespace

void add_waves(ReportCatalogue& reports) {
  ReportEntry entry{"waves",
                    "write `waves.vcd`; `{from, to}` = only cycles `from` up to, not including, `to`, and the clock in "
                    "each of them",
                    {kWavesFile},
                    [](const ReportedRun& run, const ReportSwitch& setting, RunDirectory& directory) {
                      return std::make_unique<WavesReport>(run, setting, directory);
                    }};
  entry.on = false;
  entry.windowed = true;
  entry.of_machine = true;
  reports.add(std::move(entry));
}

}  // namespace gantry
