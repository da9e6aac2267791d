// SPDX-License-Identifier: Apache-2.0
#include "output/output_options.h"

#include "gantry/base/keys.h"
#include "output/run_report.h"

namespace gantry {

namespace {

constexpr Cycle kLatestCycle = Cycle{1} << 62;
constexpr KeyRange kFileSizes = {100000, std::uint64_t{1} << 40};

}  // namespace

OutputOptions::OutputOptions(const ReportCatalogue& reports) : reports_(&reports) {
  for (const ReportEntry& entry : reports.entries()) switches_[entry.name].on = entry.on;
}

void describe(KeyVisitor& keys, OutputOptions& output) {
  for (const ReportEntry& entry : output.reports().entries()) {
    ReportSwitch& setting = output[entry.name];
    if (entry.windowed) {
      keys.window(entry.name,
                  {setting.on, setting.from, setting.to, kLatestCycle, entry.limited ? &setting.max_bytes : nullptr,
                   kFileSizes, kUsualMaxBytes},
                  entry.summary);
    } else {
      keys.flag(entry.name, setting.on, entry.summary);
    }
  }
}

}  // namespace gantry
