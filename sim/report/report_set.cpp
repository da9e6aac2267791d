// SPDX-License-Identifier: Apache-2.0
#include "report/report_set.h"

#include <algorithm>

namespace gantry {

void ReportSet::add(const ReportEntry& entry, const ReportSwitch& setting) {
  RunReport& report = *reports_.emplace_back(entry.make(run_, setting, directory_));
  if (RecordSink* sink = report.records()) records_.add(*sink);
  if (GaugeRecorder* recorder = report.gauges()) gauges_.add_recorder(*recorder);
  if (GaugeRecorder* recorder = report.signals()) signals_.add_recorder(*recorder);
}

bool ReportSet::ok() const {
  return std::all_of(reports_.begin(), reports_.end(), [](const auto& report) { return report->ok(); });
}

void ReportSet::finish(const RanMachine* ran, Diagnostics& problems) {
  for (const auto& report : reports_) report->finish(ran, problems);
}

void ReportSet::summarise(RunInfo& info) const {
  for (const auto& report : reports_) report->summarise(info);
}

void ReportSet::listen(Unit& unit) {
  for (Gauge& gauge : unit.gauges()) gauges_.add(gauge);
  for (Gauge& signal : unit.signals()) signals_.add(signal);
}

PacketSink* ReportSet::packets(const Interconnect& net) {
  for (const auto& report : reports_) {
    if (PacketSink* sink = report->packets(net)) packets_.add(*sink);
  }
  return packets_.sink();
}

}  // namespace gantry
