// SPDX-License-Identifier: Apache-2.0
// A report's key in the experiment's `output`, and the list of the reports that a kind of run offers.
#pragma once

#include <cstdint>

#include "gantry/base/catalogue.h"
#include "gantry/base/types.h"

namespace gantry {

/// Default size of a timeline, in bytes: what a browser still opens quickly.
inline constexpr std::uint64_t kUsualMaxBytes = 64000000;

/// A key of `output`: whether the report is on, the cycles that it covers (`from` to before `to`), and the largest size
/// of its file.
struct ReportSwitch {
  bool on = true;
  Cycle from = 0;
  Cycle to = kNever;
  std::uint64_t max_bytes = kUsualMaxBytes;
};

struct ReportEntry;
/// Reports of a kind of run (output/run_report.h).
using ReportCatalogue = NamedList<ReportEntry>;

/// The reports of a run of jobs: those of this folder.
const ReportCatalogue& run_reports();
/// Those of them that work for any interconnect.
const ReportCatalogue& traffic_reports();

}  // namespace gantry
